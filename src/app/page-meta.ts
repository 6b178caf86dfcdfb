import type { MetaDescriptor } from "react-router";

import { say } from "#messages/say.ts";

import type { Address } from "./addresses.ts";

type PageMeta = {
  /** The argument of `meta`, which includes the root's own data. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  /** The page's own path, without a query that only filters it. */
  path: Address;
  title: string;
  description?: string;
  /** The path of the page's preview picture: 1200 by 630. */
  picture?: string;
  /** True for members' own pages, which search engines must not list. */
  forMembers?: boolean;
};

/** Describes a page to search engines and in shared links. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { matches, path, title, description, picture = "/share.png", forMembers = false } = page;
  const fullTitle = path === "/" ? title : `${title} · ${say("brand.name")}`;
  if (forMembers) return [{ title: fullTitle }, { name: "robots", content: "noindex" }];
  const origin = originIn(matches);
  return [
    { title: fullTitle },
    { tagName: "link", rel: "canonical", href: origin + path },
    ...(description ? [{ name: "description", content: description }] : []),
    { property: "og:site_name", content: say("brand.name") },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: origin + path },
    { property: "og:image", content: origin + picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/**
 * Tells other sites' programs how to embed a page (oEmbed 1.0, section 4). `path` is the page's path with its filters.
 */
export function oEmbedLink(matches: PageMeta["matches"], path: Address): MetaDescriptor {
  const origin = originIn(matches);
  const href = `${origin}/api/oembed?url=${encodeURIComponent(origin + path)}`;
  return { tagName: "link", rel: "alternate", type: "application/json+oembed", href };
}

/** Our public address, from the root's loader. */
export function originIn(matches: PageMeta["matches"]): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { origin?: string } | undefined;
  return root?.origin ?? "";
}
