import type { BrowserContext } from "@playwright/test";

/** Serves the tiles of maps. @returns the requested addresses */
export async function serveTiles(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route("https://tile.openstreetmap.org/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "image/svg+xml", body: tile });
  });
  return asked;
}
const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#dde"/></svg>';
