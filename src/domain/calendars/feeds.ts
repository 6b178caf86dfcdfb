import { Feed, type Item } from "feed";
import { localeNow, say } from "#messages/say.ts";
import type { CalendarEntry } from "../events/feeds.ts";
import { askedInWords } from "../events/filter-words.ts";
import type { Wanted } from "../events/filtering.ts";
import { inWords } from "../events/mails.ts";
import { eventPath, queryOf } from "../events/rules.ts";
import type { FeedFilter } from "../events/shapes.ts";
import { inTurns } from "../turns.ts";

type News = CalendarEntry & { createdAt: Date };
type Format = "rss" | "atom" | "json";

/** The name of a calendar or news feed with a filter. */
export function feedTitle(wanted: Wanted, now: Date): string {
  const words = askedInWords(wanted, now.toISOString().slice(0, 10));
  return words ? say("feed.some", { words }) : say("feed.all");
}

/**
 * Writes events as news: RSS 2.0, Atom (RFC 4287) or JSON Feed 1, the latest first. The same events give the same text,
 * so that a program sees when nothing has changed.
 * @param address our own
 */
export async function newsFeed(format: Format, news: readonly News[], wishes: NewsWishes): Promise<string> {
  const { filter, wanted, address, now } = wishes;
  const query = queryOf(filter) && `?${queryOf(filter)}`;
  const page = `${address}/upcoming-events${query}`;
  const feed = new Feed({
    id: page,
    link: page,
    title: feedTitle(wanted, now),
    description: say("feed.description"),
    language: localeNow(),
    generator: say("brand.name"),
    updated: news.length > 0 ? new Date(Math.max(...news.map(({ updatedAt }) => updatedAt.getTime()))) : now,
    feedLinks: { [format]: `${address}/api/feeds/events.${format}${query}` },
  });
  const html = format === "json" ? readable : (text: string) => escaped(readable(text));
  const items = await inTurns(news, (event): Item => {
    const link = `${address}${eventPath(event._id)}`;
    const paragraphs = [`${inWords(event)} · ${event.location}`, ...event.description.split(/\n{2,}/)];
    return {
      id: link,
      link,
      title: html(event.title),
      // Programs show the description as HTML in every format.
      content: paragraphs.map((text) => `<p>${escaped(readable(text)).replace(/\n/g, "<br>")}</p>`).join(""),
      date: event.updatedAt,
      published: event.createdAt,
      // RSS requires an e-mail address here.
      ...(format !== "rss" && { author: [{ name: readable(event.organizer) }] }),
      category: [{ name: say(`event_type.${event.eventType}`), term: event.eventType }],
    };
  });
  for (const item of items) feed.addItem(item);
  return { rss: () => feed.rss2(), atom: () => feed.atom1(), json: () => feed.json1() }[format]();
}

type NewsWishes = { filter: FeedFilter; wanted: Wanted; address: string; now: Date };

/** Removes the characters that XML cannot hold. */
export const readable = (text: string) => text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Writes a text as HTML. */
export const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? character);
