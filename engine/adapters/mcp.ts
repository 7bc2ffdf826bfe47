/** The cold part behind `sekisho mcp`: the server on either transport, and with it the protocol's SDK. */
export { createMcpHttp } from "./mcp-http.ts";
export { serveMcpOverStdio } from "./mcp-stdio.ts";
