import { Feed } from "feed";
import { localeNow, say } from "#messages/say.ts";
import { escaped, readable } from "../calendars/feeds.ts";
import { firstCharacters, oneLine } from "../rules.ts";
import { communityPath } from "./rules.ts";
import type { Post } from "./shapes.ts";

/** The formats of a feed, with their media types. */
export const newsTypes = {
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;
type NewsFormat = keyof typeof newsTypes;
export const isNewsFormat = (text: string | undefined): text is NewsFormat => text !== undefined && text in newsTypes;

type Told = { id: string; slug: string; title: string; createdAt: Date };

/**
 * Writes a community's news as RSS 2.0, Atom (RFC 4287) or JSON Feed 1, the latest first. The same posts give the same
 * text.
 * @param address our own
 */
export function newsFeed(format: NewsFormat, community: Told, posts: readonly Post[], address: string): string {
  const page = `${address}${communityPath(community.slug)}`;
  const [latest] = posts;
  const feed = new Feed({
    id: page,
    link: page,
    title: say("news.feed.title", { title: readable(oneLine(community.title)) }),
    description: say("news.feed.description", { title: readable(oneLine(community.title)) }),
    language: localeNow(),
    generator: say("brand.name"),
    updated: latest ? new Date(latest.postedAt) : community.createdAt,
    feedLinks: { [format]: `${address}/api/feeds/communities/${community.id}.${format}` },
  });
  const html = format === "json" ? readable : (text: string) => escaped(readable(text));
  for (const post of posts) {
    const paragraphs = [...post.text.split(/\n{2,}/), ...(post.link ? [post.link] : [])];
    feed.addItem({
      id: `${page}#${post._id}`,
      link: page,
      title: html(firstCharacters(oneLine(post.text), 80)),
      // Programs show it as HTML in every format.
      content: paragraphs.map((text) => `<p>${escaped(readable(text)).replace(/\n/g, "<br>")}</p>`).join(""),
      date: new Date(post.postedAt),
      // RSS requires an e-mail address here.
      ...(format !== "rss" && { author: [{ name: readable(post.author ?? oneLine(community.title)) }] }),
    });
  }
  return { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[format]();
}
