/** Where the MCP server is called over HTTP; apart from it, since it brings the SDK along. */
export const MCP_PATH = "/mcp";
