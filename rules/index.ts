// Written by `node build.mjs`; do not edit.
import type { Rule } from "../engine/core/rule.ts";
import { allowUrlHosts } from "./allow-url-hosts.ts";
import { answerForm } from "./answer-form.ts";
import { canonicalUrl } from "./canonical-url.ts";
import { checkAnswer } from "./check-answer.ts";
import { confirm } from "./confirm.ts";
import { editAnswer } from "./edit-answer.ts";
import { fillDefaults } from "./fill-defaults.ts";
import { limitAsks } from "./limit-asks.ts";
import { match } from "./match.ts";
import { noLookalikeHosts } from "./no-lookalike-hosts.ts";
import { noOpenRedirects } from "./no-open-redirects.ts";
import { noPrivateHosts } from "./no-private-hosts.ts";
import { noSecretAnswers } from "./no-secret-answers.ts";
import { noSecretForms } from "./no-secret-forms.ts";
import { noUrlCredentials } from "./no-url-credentials.ts";
import { onlyServers } from "./only-servers.ts";
import { plainMessage } from "./plain-message.ts";
import { requireHttps } from "./require-https.ts";
import { script } from "./script.ts";
import { specForm } from "./spec-form.ts";
import { urlLength } from "./url-length.ts";

/** Every rule there is, sorted by id */
export const RULES: readonly Rule[] = [
  allowUrlHosts,
  answerForm,
  canonicalUrl,
  checkAnswer,
  confirm,
  editAnswer,
  fillDefaults,
  limitAsks,
  match,
  noLookalikeHosts,
  noOpenRedirects,
  noPrivateHosts,
  noSecretAnswers,
  noSecretForms,
  noUrlCredentials,
  onlyServers,
  plainMessage,
  requireHttps,
  script,
  specForm,
  urlLength,
];
