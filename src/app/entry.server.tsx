import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";

import { asBug } from "#domain/bug.ts";
import { logOf, nonce as nonceOf, requestId } from "./context.ts";
import { NonceContext } from "./nonce.ts";
import { RequestIdContext } from "./site/request-id.ts";

export const streamTimeout = 5_000;

/**
 * Renders a page into a stream. What it says comes in one piece, to robots as to people: nothing that it shows suspends on
 * the server, only React Router's data for the scripts comes after.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const nonce = context.get(nonceOf);
  const page = { status, begun: false };
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestId)}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdContext>
    </NonceContext>,
    {
      nonce,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error) {
        page.status = 500;
        // Before the shell is out the error rejects the call above, and React Router reports it.
        if (page.begun) handleError(error, { request, context } as Parameters<HandleErrorFunction>[1]);
      },
    },
  );
  page.begun = true;
  return new Response(body, { status: page.status, headers });
}

/** Logs a bug. A page that does not exist is an ErrorResponse, not an Error, and no bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(logOf).failed("a page", asBug(error), context.get(requestId));
};
