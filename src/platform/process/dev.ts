import type { Server } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { createServer } from "vite";
import type { LoadedHandler, CreateHandler } from "./listener.ts";

/**
 * Returns the handler for development: Vite serves and hot-reloads the screens through our own server, and the handler
 * is loaded again at the first request after a change of one of its files. An error in a file is shown, and the server
 * keeps running.
 */
export async function loadHandler(http: Server, root: string): Promise<LoadedHandler> {
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: http } },
    appType: "custom",
  });
  const load = () =>
    vite.ssrLoadModule("/src/platform/process/handler.ts") as Promise<{ createHandler: CreateHandler }>;

  const createHandler: CreateHandler = (outside) => {
    let made: { by: CreateHandler; handler: ReturnType<CreateHandler> } | undefined;
    return {
      async fetch(request, env) {
        try {
          const { createHandler: by } = await load();
          // Returns the same function until a file changes.
          if (made?.by !== by) made = { by, handler: by(outside) };
          return await made.handler.fetch(request, env);
        } catch (error) {
          return complain(error);
        }
      },
    };
  };

  function complain(error: unknown): Response {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}\n`);
    return new Response(stripVTControlCharacters(text), {
      status: 500,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }

  return { createHandler, before: vite.middlewares };
}
