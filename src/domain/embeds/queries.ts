import { say } from "#messages/say.ts";
import type { Context } from "../context.ts";
import { getEvent } from "../events/queries.ts";
import { eventPath, queryOf } from "../events/rules.ts";
import { type Event, listFilter } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { shape } from "../shapes.ts";
import { countDefault, embedPath, frameLines, heightOfEvent, heightOfList, widthDefault } from "./rules.ts";
import { OEmbed, type OEmbedQuestion } from "./shapes.ts";

/** The time for which programs may keep our answer, in seconds. */
const cacheAge = 3600;

/** The size of the pictures that other sites show with links to our pages, in pixels. */
const picture = { width: 1200, height: 630 };

type Shown = {
  address: string;
  title: string;
  author?: string;
  thumbnail: string;
  heightAt: (width: number) => number;
};

/**
 * Describes how another site can embed one of our pages as visitors see it: an event, or the list with the filters in
 * its address. It stays within the requested size.
 * @throws Failure only_json (another format), not_found (another page, or not ours), under_review
 */
export async function getOEmbed(ctx: Context, question: OEmbedQuestion): Promise<OEmbed> {
  if (question.format !== "json") throw new Failure("only_json");
  const { address, title, author, thumbnail, heightAt } = await shownAt(ctx, question.url);
  const { maxwidth = Infinity, maxheight = Infinity } = question;
  const width = Math.min(widthDefault, maxwidth);
  const height = Math.min(heightAt(width), maxheight);
  const fits = picture.width <= maxwidth && picture.height <= maxheight;
  return shape(OEmbed, {
    version: "1.0",
    type: "rich",
    title,
    ...(author && { author_name: author }),
    provider_name: say("brand.name"),
    provider_url: ctx.address,
    cache_age: cacheAge,
    ...(fits && {
      thumbnail_url: thumbnail,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    }),
    html: frameLines({ address, title, width: String(width), height: String(height), look: "auto" }),
    width,
    height,
  });
}

async function shownAt(ctx: Context, url: string): Promise<Shown> {
  const page = URL.parse(url);
  if (page?.origin !== new URL(ctx.address).origin) throw new Failure("not_found");
  if (page.pathname === "/upcoming-events") return listAt(ctx, page);
  const [, id = ""] = /^\/view-event\/([\w-]+)$/.exec(page.pathname) ?? [];
  // Read as a visitor would: a frame shows no drafts, not even to their organizer.
  return eventOf(ctx, await getEvent({ ...ctx, actor: { kind: "visitor" } }, id));
}

function listAt({ address }: Context, { searchParams }: URL): Shown {
  // A list's address can begin at any page, but a frame begins with the next event.
  const query = queryOf({ ...listFilter(searchParams), cursor: undefined });
  return {
    address: `${address}${embedPath}${query && `?${query}`}`,
    title: say("upcoming.title"),
    thumbnail: `${address}/share.png`,
    heightAt: (width) => heightOfList(countDefault, width),
  };
}

const eventOf = ({ address }: Context, { _id, title, organizer }: Event): Shown => ({
  address: `${address}${embedPath}?event=${_id}`,
  title,
  author: organizer,
  thumbnail: `${address}${eventPath(_id)}/picture.png`,
  heightAt: heightOfEvent,
});
