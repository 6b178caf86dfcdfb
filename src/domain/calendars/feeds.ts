import { Feed, type Item } from "feed";
import { say } from "#messages/all.ts";
import type { CalendarEntry } from "../events/feeds.ts";
import { inWords } from "../events/mails.ts";
import { eventPath } from "../events/rules.ts";
import type { EventFilter } from "../events/shapes.ts";
import { inTurns } from "../turns.ts";

type Category = EventFilter["category"];
type News = CalendarEntry & { createdAt: Date };
type Format = "rss" | "atom" | "json";

/** The name of a category's calendar, or of its news. */
export const feedTitle = (category: Category): string =>
  category === "all" ? say("feed.all") : say("feed.kind", { kind: say(`event_type.${category}`) });

/** Where the events of a category are told in a format, below our own address. */
export const feedPath = (format: Format | "ics", category: Category): string =>
  `/api/feeds/events.${format}${category === "all" ? "" : `?category=${category}`}`;

/**
 * Events as news: RSS 2.0, Atom (RFC 4287) or JSON Feed 1, the latest first. The same events make the same text, so that a
 * program hears when nothing has changed.
 * @param address our own
 */
export async function newsFeed(format: Format, news: readonly News[], wishes: NewsWishes): Promise<string> {
  const { category, address, now } = wishes;
  const page = `${address}/upcoming-events${category === "all" ? "" : `?category=${category}`}`;
  const feed = new Feed({
    id: page,
    link: page,
    title: feedTitle(category),
    description: say("feed.description"),
    language: "en",
    generator: say("brand.name"),
    updated: news.length > 0 ? new Date(Math.max(...news.map(({ updatedAt }) => updatedAt.getTime()))) : now,
    feedLinks: { [format]: address + feedPath(format, category) },
  });
  const html = format === "json" ? readable : (text: string) => escaped(readable(text));
  const items = await inTurns(news, (event): Item => {
    const link = `${address}${eventPath(event._id)}`;
    const paragraphs = [`${inWords(event)} · ${event.location}`, ...event.description.split(/\n{2,}/)];
    return {
      id: link,
      link,
      title: html(event.title),
      // Programs show it as HTML in each of the formats.
      content: paragraphs.map((text) => `<p>${escaped(readable(text)).replace(/\n/g, "<br>")}</p>`).join(""),
      date: event.updatedAt,
      published: event.createdAt,
      // RSS would want an e-mail address here.
      ...(format !== "rss" && { author: [{ name: readable(event.organizer) }] }),
      category: [{ name: say(`event_type.${event.eventType}`), term: event.eventType }],
    };
  });
  for (const item of items) feed.addItem(item);
  return { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[format]();
}

type NewsWishes = { category: Category; address: string; now: Date };

/** A text without the characters that XML cannot hold. */
const readable = (text: string) => text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? character);
