/** The client's own ids are UUIDs, which nobody signs in with; what an embedder calls a session could be a cookie. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
