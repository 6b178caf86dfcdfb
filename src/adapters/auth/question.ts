import { addressHeader } from "./better-auth.ts";

/** What Better Auth is asked: at which of our addresses, by whom, for what; `method` is the request's own if not given. */
type Question = { base: string; address: string; path: string; method?: string; input?: object | undefined };

/** The request as Better Auth gets to see it: made anew, so that no header, parameter or field of the caller's slips in. */
export function asQuestion(request: Request, { base, address, path, method = request.method, input }: Question) {
  const headers = new Headers({ [addressHeader]: address, origin: base });
  for (const name of ["cookie", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (method === "GET") return new Request(base + path, { headers });
  headers.set("content-type", "application/json");
  return new Request(base + path, { method, headers, body: JSON.stringify(input ?? {}) });
}
