/**
 * `sekisho url`: one link as a person should see it, without a policy; the exit code says whether readers could disagree.
 */
import { powers } from "../bind.ts";
import { renderJson } from "../render.ts";
import { showLink } from "../shown.ts";
import { viewUrl } from "../url-view.ts";
import { renderUrlView } from "../url-view-text.ts";
import { type Command, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { createStyle } from "./style.ts";

export const url: Command = {
  name: "url",
  about: "Show where a link leads, and what in it two readers could read differently",
  usage: "URL | - [--json]",
  options: { json: { type: "boolean", about: "as JSON, every place in UTF-16 code units" } },
  operands: { most: 1, help: "`sekisho url` looks at one link at a time; put it in quotes" },
  async run({ operands: [given], flag }, io) {
    if (given === undefined) {
      throw new UsageError(
        "no link is given",
        "write `sekisho url 'https://auth.example.com/login'`, or `-` for stdin",
      );
    }
    const view = showLink(viewUrl(given === "-" ? await readLink(io) : given, powers));
    io.print(flag("json") ? `${renderJson(view, 2)}\n` : renderUrlView(view, createStyle(io)));
    // What rules would say is advice; a link is a finding where it has no single reading.
    return view.clear ? 0 : 1;
  },
};

// Enough for every link that can be read, and for how a longer one begins.
const MOST_BYTES = 1 << 20;

// A shell takes no control characters apart; stdin does. The line end that `echo` puts behind is not the link's.
async function readLink(io: Io): Promise<string> {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.readAll(MOST_BYTES));
  return text.replace(/\r?\n$/, "");
}
