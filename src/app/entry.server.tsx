import { renderToReadableStream, renderToString } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from "react-router";

import { asBug } from "#domain/bug.ts";
import { logOf, nonce as nonceOf, requestId, tellsPage } from "./context.ts";
import { NonceContext } from "./nonce.ts";
import { RequestIdContext } from "./site/request-id.ts";
import { createSeams, createStillTexts, givenUp } from "./still-texts.ts";
import { StillTextContext, type TextOf } from "./ui/still.tsx";

export const streamTimeout = 5_000;

/**
 * Renders a page as one piece, for robots and people alike: nothing suspends on the server, and React Router's data for
 * the scripts, which would suspend, are read beforehand.
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
  await readData(routerContext);
  const shown = { ...routerContext, manifest: manifestOf(routerContext) };
  const appWith = (textOf: TextOf | null) => (
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestId)}>
        <StillTextContext value={textOf}>
          <ServerRouter context={shown} url={request.url} nonce={nonce} />
        </StillTextContext>
      </RequestIdContext>
    </NonceContext>
  );
  const page = inOnePiece(appWith, nonce);
  if (page !== null) {
    context.get(tellsPage)(page);
    return new Response(null, { status, headers });
  }

  // React Router's component has locked the previous stream.
  shown.serverHandoffStream = new ReadableStream();
  const streamed = { status, begun: false };
  const body = await renderToReadableStream(appWith(null), {
    nonce,
    signal: AbortSignal.timeout(streamTimeout + 1_000),
    onError(error) {
      streamed.status = 500;
      // Before the shell is sent the error rejects the call above, and React Router reports it.
      if (streamed.begun) handleError(error, { request, context } as Parameters<HandleErrorFunction>[1]);
    },
  });
  streamed.begun = true;
  return new Response(body, { status: streamed.status, headers });
}

/** The bytes for shared texts: some thousand cards. */
const stillTextOf = createStillTexts(8 * 1024 * 1024);

/** The manifest with only this page's routes: React Router builds its routes from the manifest at each request. */
function manifestOf({ manifest, staticHandlerContext: { matches } }: EntryContext): EntryContext["manifest"] {
  const routes = matches.map(({ route: { id } }) => [id, manifest.routes[id]] as const);
  return { ...manifest, routes: Object.fromEntries(routes) };
}

/** Reads React Router's data for the scripts, and stores them where its component looks for what it has read. */
async function readData({ serverHandoffStream: stream, renderMeta }: EntryContext) {
  if (!stream || !renderMeta) return;
  const [reader, decoder] = [stream.getReader(), new TextDecoder()];
  let value = "";
  for (let part = await reader.read(); !part.done; part = await reader.read())
    value += decoder.decode(part.value, { stream: true });
  // The component gets its own reader.
  reader.releaseLock();
  renderMeta.streamCache = { 0: asRead({ done: false, value }), 1: asRead({ done: true, value: "" }) };
}

const asRead = (result: { done: boolean; value: string }) => Object.assign(Promise.resolve(), { result });

/**
 * Renders a page to bytes in half the time of a stream. Null if something fails, or suspends because a part of the page
 * loads for the first time: then the stream waits for it, or reports the error.
 */
function inOnePiece(appWith: (textOf: TextOf) => React.ReactNode, nonce: string): Buffer<ArrayBuffer> | null {
  const { place, sewn } = createSeams(stillTextOf, nonce);
  try {
    const page = renderToString(appWith(place));
    // React leaves out the document type here.
    return page.includes(givenUp) ? null : sewn(`<!DOCTYPE html>${page}`);
  } catch {
    return null;
  }
}

/** Logs a bug. A missing page is an ErrorResponse, not an Error, and not a bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(error instanceof Error)) return;
  context.get(logOf).failed("a page", asBug(error), context.get(requestId));
};
