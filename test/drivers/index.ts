/** All drivers; the first is what the others are compared with. */
import { bundleCjs, bundleMjs } from "./bundle.ts";
import { command } from "./command.ts";
import { core } from "./core.ts";
import type { Driver } from "./driver.ts";
import { httpExpress, httpFetch, httpHono, httpNode, httpSocket } from "./http.ts";
import { mcpRaw, mcpV1, mcpV2 } from "./mcp.ts";
import { quickjs } from "./quickjs.ts";
import { sdkAgent, sdkClient } from "./sdk.ts";
import { serve } from "./serve.ts";

export const DRIVERS: readonly [Driver, ...Driver[]] = [
  core,
  bundleCjs,
  bundleMjs,
  quickjs,
  httpFetch,
  httpNode,
  httpSocket,
  httpHono,
  httpExpress,
  mcpV1,
  mcpV2,
  mcpRaw,
  sdkAgent,
  sdkClient,
  serve,
  command,
];
