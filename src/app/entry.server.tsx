import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";

import { asBug } from "#domain/bug.ts";
import { logOf, nonce as nonceOf, requestId, tellsPage } from "./context.ts";
import { NonceContext } from "./nonce.ts";
import { RequestIdContext } from "./site/request-id.ts";
import { createSeams, createStillTexts } from "./still-texts.ts";
import { StillTextContext } from "./ui/still.tsx";

export const streamTimeout = 5_000;

/** Renders a page. It is sent in one piece, so that its status is right even if its last part fails. */
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
  const shown = { ...routerContext, manifest: manifestOf(routerContext) };
  const { place, sewn } = createSeams(stillTextOf, nonce);
  const rendered = { status, begun: false };
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestId)}>
        <StillTextContext value={place}>
          <ServerRouter context={shown} url={request.url} nonce={nonce} />
        </StillTextContext>
      </RequestIdContext>
    </NonceContext>,
    {
      nonce,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      // Otherwise React would put the larger parts of a page at its end, for a script to move them.
      progressiveChunkSize: Infinity,
      onError(error) {
        rendered.status = 500;
        // Until the page's frame is rendered, an error rejects the call above, and React Router reports it.
        if (rendered.begun) handleError(error, { request, context } as Parameters<HandleErrorFunction>[1]);
      },
    },
  );
  rendered.begun = true;
  await body.allReady;
  context.get(tellsPage)(sewn(Buffer.from(await new Response(body).arrayBuffer())));
  return new Response(null, { status: rendered.status, headers });
}

/** The bytes for shared texts: some thousand cards. */
const stillTextOf = createStillTexts(8 * 1024 * 1024);

/** The manifest with only this page's routes: React Router builds its routes from the manifest at each request. */
function manifestOf({ manifest, staticHandlerContext: { matches } }: EntryContext): EntryContext["manifest"] {
  const routes = matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  return { ...manifest, routes: Object.fromEntries(routes) };
}

/** Logs a bug. A page that does not exist causes an ErrorResponse, not an Error, and is not a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(logOf).failed("a page", asBug(error), context.get(requestId));
};
