/** The http handlers, as one part that is loaded when somebody asks for one. */
export { fetchHandler } from "./http-fetch.ts";
export { nodeHandler } from "./http-node.ts";
