import { perLocale, say } from "#messages/say.ts";
import type { CalendarFacts } from "../events/feeds.ts";
import { detailsOf, eventInMail, leftInMail } from "../events/mails.ts";
import { daysOf, eventPath, listPath } from "../events/rules.ts";
import type { Event } from "../events/shapes.ts";
import { type Action, type EventInMail, greeting, type Letter } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";
import { spanOf, zoneName } from "../time-zones/rules.ts";
import type { listNewsFor, News } from "./news.ts";
import { type FollowRow, isNewsletter } from "./queries.ts";

const inList = perLocale((locale) => new Intl.ListFormat(locale));

type Reader = { email: string; name: string };
type MailContext = Pick<TaskContext, "address" | "links" | "now">;

type Found = Awaited<ReturnType<typeof listNewsFor>>;

/**
 * Reports the news of a reader's follows, soonest first, and ends with the follows themselves, each with a link to end
 * it.
 */
export function newsMail(reader: Reader, found: Found, ctx: MailContext): Letter {
  const { news, count, follows } = found;
  const [only, ...others] = news;
  const [what, ...more] = follows;
  // With one list, the button leads to all events of it.
  const next = listOf(found) === null ? found.next : [];
  const isMore = count > news.length + next.length;
  const single = others.length === 0 ? only?.event : undefined;
  const subject = single
    ? say("mail.follow.subject", { title: single.title })
    : say("mail.follow.subject.several", { count });
  const token = ctx.links.sign("newsletter", reader.email);
  const page = `${ctx.address}/newsletter#${token}`;
  const zones = new Set([...news, ...next].map(({ event }) => zoneOf(event)));
  const zone = zones.size === 1 && others.length > 0 ? [...zones][0] : undefined;
  const ofWhat =
    what && more.length === 0 && !isNewsletter(what) ? [say("mail.follow.text.of", { name: what.name, count })] : [];
  const text = [
    // With several follows, each event names the follow that it is from.
    ...ofWhat,
    isMore
      ? say("mail.follow.text.some", { shown: news.length + next.length, count })
      : single
        ? ofWhat.length === 0 && say("mail.follow.text.one")
        : say(ofWhat.length > 0 ? "mail.follow.text.order" : "mail.follow.text"),
    ...(isMore && follows.length > 1 && follows.every(hasList) ? [say("mail.follow.text.lists")] : []),
    ...(zone ? [say("mail.follow.zone", { zone })] : []),
  ];
  return {
    to: reader.email,
    subject,
    ...(single && { event: { ...eventInMail(single, ctx.now), ...leftInMail(single, ctx.now) } }),
    heading: single ? say("mail.follow.heading") : subject,
    ...(only && { drawing: { scene: only.event.eventType, alt: say("mail.drawing", { type: typeOf(only.event) }) } }),
    paragraphs: [...greeting(reader.name), text.filter(Boolean).join(" ")],
    ...(!single && { events: inOrderOfDays(news).map((each) => rowOf(each, follows.length > 1, zone, ctx)) }),
    ...(next.length > 0 && {
      more: {
        title: say("mail.follow.next", { count: next.length }),
        events: inOrderOfDays(next).map((each) => shortRowOf(each, zone, ctx)),
      },
    }),
    // If there is a single event, the list is the second button.
    actions: [
      ...(single ? [{ label: say("mail.action.see"), address: `${ctx.address}${eventPath(single._id)}` }] : []),
      actionFor(found, ctx),
    ],
    reason: say("mail.follow.reason"),
    // The linked page ends the follow with one press. A single follow needs no link to its list, because the button
    // leads there.
    follows: follows.map((follow) => ({
      text: isNewsletter(follow) ? say("mail.follow.newsletter") : follow.name,
      ...(follows.length > 1 && hasList(follow) && { list: `${ctx.address}${listPath(follow.filter)}` }),
      label: say("mail.follow.end"),
      address: `${page}&${follow.id}`,
    })),
    stop: { label: say("mail.follow.stop"), page, call: `${ctx.address}/api/newsletter/${token}` },
  };
}

/** Tests whether a follow has a list; an organizer's events have none. */
const hasList = (follow: FollowRow): follow is FollowRow & { filter: string } => follow.filter !== null;

/** The link to the list with all news: that of the common filter, or the whole list. */
function actionFor(found: Found, { address }: MailContext): Action {
  const { news, count } = found;
  const list = listOf(found);
  if (list === null) return { label: say("mail.follow.action.everything"), address: `${address}${listPath("")}` };
  const label = count > news.length ? say("mail.follow.action.all", { count }) : say("mail.follow.action");
  return { label, address: `${address}${listPath(list)}` };
}

/** The filter that all news have in common; null for several follows, or for one without a list or without a filter. */
function listOf({ follows: [follow, ...others] }: Found): string | null {
  return follow && others.length === 0 && hasList(follow) && !isNewsletter(follow) ? follow.filter : null;
}

const typeOf = ({ eventType }: Event) => say(`event_type.${eventType}`);
const zoneOf = ({ timeZone, eventEnd }: Event) => zoneName(timeZone, new Date(eventEnd));
const dayIn = (event: Event) => daysOf(spanOf(event)).first;

/** Because of time zones, the soonest event may be on a later date, so this sorts by the dates on the leaves. */
const inOrderOfDays = (news: readonly News[]): News[] =>
  news.toSorted((one, other) => dayIn(one.event).localeCompare(dayIn(other.event)));

/** A new event with what is left, and with its follow unless all news is from the same one. */
function rowOf({ event, because }: News, isMixed: boolean, zone: string | undefined, { address, now }: MailContext) {
  const names = because.filter(({ about }) => about !== "filter").map(({ name }) => name);
  return {
    ...eventInMail(event, now, zone),
    ...leftInMail(event, now),
    ...(isMixed && names.length > 0 && { lines: [say("mail.follow.from", { names: names.join(", ") })] }),
    address: `${address}${eventPath(event._id)}`,
  };
}

/** A further event of many: its time and its town on one line. */
function shortRowOf({ event }: News, zone: string | undefined, { address, now }: MailContext): EventInMail {
  const { type, leaf, title, when, hours } = eventInMail(event, now, zone);
  const withTown = (time: string) => (event.town ? `${time} · ${event.town.name}` : time);
  return {
    ...(type && { type }),
    leaf,
    title,
    when: withTown(when),
    hours: withTown(hours),
    address: `${address}${eventPath(event._id)}`,
  };
}

/** Explains that following these communities sends no mails for now, and how to end that. */
export function communitySilentMail(reader: Reader, names: string[], { address, links }: MailContext): Letter {
  const subject = say("mail.community_silent.subject", { count: names.length });
  const token = links.sign("newsletter", reader.email);
  const page = `${address}/newsletter#${token}`;
  return {
    to: reader.email,
    subject,
    heading: subject,
    paragraphs: [
      ...greeting(reader.name),
      say("mail.community_silent.text", { count: names.length, names: inList().format(names) }),
      say("mail.community_silent.stays"),
    ],
    actions: [{ label: say("mail.community_silent.action"), address: page }],
    reason: say("mail.community_silent.reason", { count: names.length }),
    stop: { label: say("mail.follow.stop"), page, call: `${address}/api/newsletter/${token}` },
  };
}

/** Tells a follower who asked for it that a spot has become free at an event. */
export function spotMail(
  { email, name }: Reader,
  event: CalendarFacts & Pick<Event, "eventType">,
  { address, now }: Pick<TaskContext, "address" | "now">,
): Letter {
  return {
    to: email,
    subject: say("mail.spot.subject", { title: event.title }),
    event: eventInMail(event, now),
    heading: say("mail.spot.heading"),
    drawing: {
      scene: event.eventType,
      alt: say("mail.drawing", { type: say(`event_type.${event.eventType}`) }),
    },
    paragraphs: [...greeting(name), say("mail.spot.text")],
    details: detailsOf(event),
    actions: [{ label: say("mail.spot.action"), address: `${address}${eventPath(event._id)}` }],
    reason: say("mail.spot.reason"),
  };
}
