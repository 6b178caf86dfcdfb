import { requireOwnOrigin } from "#api/own-origin.ts";
import { refusalIn } from "#domain/failure.ts";
import { refusalOf } from "#domain/refusal.ts";

/**
 * Prepares a form sent by one of our pages for React Router, which would also compare the scheme, and a proxy that
 * handles TLS changes that. A form of another site gets an answer with the reason for the refusal.
 * @param origin our public address; null to compare with the host that the request was sent to
 */
export function ownForm(request: Request, origin: string | null): Request | Response {
  if (request.method === "GET" || request.method === "HEAD") return request;
  try {
    requireOwnOrigin(request, origin);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return new Response(`${refusalOf(refusal).message}\n`, {
      status: refusal.status,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const headers = new Headers(request.headers);
  headers.delete("origin");
  return new Request(request, { headers });
}
