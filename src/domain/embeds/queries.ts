import { say } from "#messages/all.ts";
import type { Context } from "../context.ts";
import { getEvent } from "../events/queries.ts";
import { eventPath, queryOf } from "../events/rules.ts";
import { type Event, listFilter } from "../events/shapes.ts";
import { Failure } from "../failure.ts";
import { shape } from "../shapes.ts";
import { countDefault, embedPath, frameLines, heightOfEvent, heightOfList, widthDefault } from "./rules.ts";
import { OEmbed, type OEmbedQuestion } from "./shapes.ts";

/** For how long programs may keep what we answer, in seconds. */
const cacheAge = 3600;

/** The pictures that are shown where our pages are shared, in pixels. */
const picture = { width: 1200, height: 630 };

type Shown = {
  address: string;
  title: string;
  author?: string;
  thumbnail: string;
  heightAt: (width: number) => number;
};

/**
 * How a page of ours is shown in a page of another site, as everybody may see it: an event, or the list with the filters in its
 * address. It is no larger than what was asked for.
 * @throws Failure only_json (another format), not_found (a page that is not one of these, or not ours), under_review
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
  // As a visitor: a draft is shown in no frame, to its organizer neither.
  return eventOf(ctx, await getEvent({ ...ctx, actor: { kind: "visitor" } }, id));
}

function listAt({ address }: Context, { searchParams }: URL): Shown {
  // A page of the list begins anywhere; a frame begins with what is next.
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
