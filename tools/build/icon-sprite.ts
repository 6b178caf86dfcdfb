import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { icons } from "#app/ui/icons.ts";

type IconModule = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } };

const folder = join(dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")), "dist/esm/icons");

/**
 * Puts our icons into one SVG file, whose address `virtual:icons` exports. As components, they would add script to
 * every page that shows them, and would be rendered twice; as a file they load once and are cached.
 */
export async function iconSprite(): Promise<Plugin> {
  const symbols = await Promise.all(icons.map(symbolOf));
  const svg = `<!-- Lucide, ISC licence: https://lucide.dev/license -->
<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
  const hash = createHash("sha256").update(svg).digest("hex").slice(0, 8);
  const fileName = `assets/icons-${hash}.svg`;
  return {
    name: "icon-sprite",
    resolveId: (id) => (id === "virtual:icons" ? "\0virtual:icons" : undefined),
    load: (id) => (id === "\0virtual:icons" ? `export default ${JSON.stringify(`/${fileName}`)};` : undefined),
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("Content-Type", "image/svg+xml").end(svg);
      });
    },
    generateBundle() {
      if (this.environment.name === "client") this.emitFile({ type: "asset", fileName, source: svg });
    },
  };
}

/**
 * The look of an icon, in the color of the words beside it. It is stated once, because a list shows a hundred icons.
 */
const look = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

async function symbolOf(name: string): Promise<string> {
  const { __iconData: data } = (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as IconModule;
  const tags = data.node.map(([tag, { key: _key, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
    return `<${tag}${pairs.join("")}/>`;
  });
  return `<symbol id="${name}" viewBox="0 0 24 24" ${look}>${tags.join("")}</symbol>`;
}
