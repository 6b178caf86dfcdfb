import { renderToStaticMarkup } from "react-dom/server";

import type { Context } from "#domain/context.ts";
import { findArea, locatedAt } from "#domain/events/area.ts";
import { askedInWords } from "#domain/events/filter-words.ts";
import { getEvent, listEvents } from "#domain/events/queries.ts";
import { listPath, eventPath, queryOf } from "#domain/events/rules.ts";
import { listFilter } from "#domain/events/shapes.ts";
import { refusalIn } from "#domain/failure.ts";
import { say } from "#messages/say.ts";

import { nonce as nonceOf, orRefusal, originOf, showsOnly, visitor } from "../context.ts";
import { countOf, lookOf } from "../embeds/embed-address.ts";
import { EmbeddedEvent, NoEvent } from "../embeds/embedded-event.tsx";
import { EmbeddedList } from "../embeds/embedded-list.tsx";
import { EmbedPage } from "../embeds/embed-page.tsx";
import { onCard } from "../events/on-card.ts";
import type { Route } from "./+types/embed";

type Shown = {
  title: string;
  /** The full address of the same content on our site. */
  canonical: string;
  content: React.ReactNode;
  rows?: number;
  /** The id of the single event shown. */
  shows?: string;
  status?: number;
};

/**
 * The content of frames on other sites: the list with the address' filters, or with `event` that event. It is the same
 * for everybody, runs no script, and all its links open outside of the frame.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const [ctx, origin, nonce] = [context.get(visitor), context.get(originOf), context.get(nonceOf)];
  const query = new URL(request.url).searchParams;
  const id = query.get("event");
  const {
    title,
    canonical,
    content,
    rows = 1,
    shows,
    status = 200,
  } = await orRefusal(context, id === null ? listOf(ctx, query, origin) : eventOf(ctx, id, origin));
  if (shows) context.get(showsOnly)(shows);
  const page = renderToStaticMarkup(
    <EmbedPage title={title} look={lookOf(query)} canonical={canonical} nonce={nonce} rows={rows}>
      {content}
    </EmbedPage>,
  );
  return new Response(`<!DOCTYPE html>${page}`, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy(nonce) },
  });
}

const nothing = { rows: [], total: 0, isMore: false };

async function listOf(ctx: Context, query: URLSearchParams, origin: string): Promise<Shown> {
  const filter = { ...listFilter(query), cursor: undefined };
  const area = await findArea(ctx, filter);
  const wanted = locatedAt(filter, area);
  // An unknown town gives an empty list, because a frame has no space for an error.
  const { rows, total, isMore } =
    filter.near && !area ? nothing : await listEvents(ctx, { ...wanted, series: "once", limit: countOf(query) });
  const whole = origin + listPath(queryOf(filter));
  const events = rows.map((event) => onCard(event, () => "", ctx.now, area?.point));
  const isOneType = filter.category?.length === 1;
  const asked = askedInWords(wanted, ctx.now.toISOString().slice(0, 10));
  return {
    title: say("upcoming.title"),
    canonical: whole,
    rows: events.length,
    content: <EmbeddedList {...{ events, total, isMore, now: ctx.now, asked, isOneType, origin, whole }} />,
  };
}

async function eventOf(ctx: Context, id: string, origin: string): Promise<Shown> {
  try {
    const event = await getEvent(ctx, id);
    return {
      title: event.title,
      shows: event._id,
      canonical: origin + eventPath(event._id),
      content: <EmbeddedEvent event={event} origin={origin} now={ctx.now} />,
    };
  } catch (error) {
    const status = refusalIn(error)?.status;
    if (status !== 404 && status !== 403) throw error;
    const canonical = `${origin}/upcoming-events`;
    return { title: say("error.404.title"), canonical, content: <NoEvent origin={origin} />, status };
  }
}

/** Stricter than on other pages, except that any site may frame it. */
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'none'",
    `style-src 'nonce-${nonce}'`,
    // Pictures of events may be on any site.
    "img-src 'self' https: http:",
    "connect-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
