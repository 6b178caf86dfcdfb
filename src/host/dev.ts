import type { Server } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { createServer } from "vite";
import type { LoadedDoors, OpenDoors } from "./answers.ts";

/**
 * The doors in development: Vite serves and hot-reloads the screens through our own server, and the doors are loaded anew
 * for each request after a file of theirs has changed. A mistake in a file is shown, and the server lives on.
 */
export async function loadDoors(http: Server, root: string): Promise<LoadedDoors> {
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server: http } },
    appType: "custom",
  });
  const load = () => vite.ssrLoadModule("/src/doors.ts") as Promise<{ openDoors: OpenDoors }>;

  const openDoors: OpenDoors = (outside) => {
    let opened: { by: OpenDoors; doors: ReturnType<OpenDoors> } | undefined;
    return {
      async fetch(request, env) {
        try {
          const { openDoors: by } = await load();
          // The same function as long as no file has changed.
          if (opened?.by !== by) opened = { by, doors: by(outside) };
          return await opened.doors.fetch(request, env);
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

  return { openDoors, before: vite.middlewares };
}
