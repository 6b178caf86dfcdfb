import { describe, expect, it } from "vitest";
import { fetchedAhead, lean } from "../tools/build/lean-manifest.ts";

const route = (id: string, imports: string[], hasDefaultExport = true) => ({
  id,
  hasLoader: true,
  hasAction: false,
  hasDefaultExport,
  module: `/assets/${id}.js`,
  imports,
});

describe("lean", () => {
  const manifest = {
    entry: { module: "/assets/entry.js", imports: ["/assets/packages.js"] },
    routes: {
      root: route("root", ["/assets/frame.js"]),
      ...Object.fromEntries(
        fetchedAhead.map((id) => [id, route(id, ["/assets/rules.js", "/assets/card.js", "/assets/packages.js"])]),
      ),
      "screens/gate": route("screens/gate", ["/assets/rules.js"]),
      "resources/robots": route("resources/robots", [], false),
    },
  };

  it("lists imports of prefetched pages, except those that every page has, and no resources", () => {
    const { routes } = lean(manifest);
    expect(routes["screens/community"]).toEqual({
      id: "screens/community",
      hasLoader: true,
      hasDefaultExport: true,
      module: "/assets/screens/community.js",
      imports: ["/assets/card.js", "/assets/rules.js"],
    });
    expect(routes["screens/gate"]).not.toHaveProperty("imports");
    expect(routes["root"]).not.toHaveProperty("imports");
    expect(routes).not.toHaveProperty("resources/robots");
  });

  it("refuses a list that lacks a prefetched page", () => {
    const routes = { root: manifest.routes.root };
    expect(() => lean({ ...manifest, routes })).toThrow(`There is no ${fetchedAhead[0]}`);
  });
});
