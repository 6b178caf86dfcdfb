import { say } from "#messages/all.ts";
import type { CalendarFacts } from "../events/feeds.ts";
import { detailsOf, factsOf, inWords } from "../events/mails.ts";
import { eventPath, remainingSpots } from "../events/rules.ts";
import type { Event } from "../events/shapes.ts";
import { type Fact, greeting, type Letter } from "../mail.ts";
import type { TaskContext } from "../outbox.ts";
import type { News } from "./news.ts";
import type { FollowRow } from "./queries.ts";

type Reader = { email: string; name: string };
type MailContext = Pick<TaskContext, "address" | "links">;

/** What is new of what somebody follows: each event with why they hear of it, and how that ends. */
export function newsMail(reader: Reader, { news, more }: { news: News[]; more: number }, ctx: MailContext): Letter {
  const [only, ...others] = news;
  const count = news.length + more;
  const subject =
    only && others.length === 0
      ? say("mail.follow.subject", { title: only.event.title })
      : say("mail.follow.subject.several", { count });
  const token = ctx.links.sign("newsletter", reader.email);
  const page = `${ctx.address}/newsletter#${token}`;
  return {
    to: reader.email,
    subject,
    heading: subject,
    ...(only && { drawing: { scene: only.event.eventType, alt: say("mail.drawing", { type: typeOf(only.event) }) } }),
    paragraphs: [greeting(reader.name), say("mail.follow.text")],
    facts: news.map((each) => factOf(each, page, ctx)),
    actions: [{ label: say("mail.follow.action"), address: `${ctx.address}/upcoming-events` }],
    ...(more > 0 && { afterwards: [say("mail.follow.more", { count: more })] }),
    reason: say("mail.follow.reason"),
    stop: { label: say("mail.follow.stop"), page, call: `${ctx.address}/api/newsletter/${token}` },
  };
}

const typeOf = ({ eventType }: Event) => say(`event_type.${eventType}`);

function factOf({ event, because }: News, page: string, { address }: MailContext): Fact {
  const left = remainingSpots(event);
  return {
    label: typeOf(event),
    text: event.title,
    address: `${address}${eventPath(event._id)}`,
    lines: [
      inWords(event),
      event.location,
      ...(left === null ? [] : [say(left === 0 ? "mail.follow.full" : "mail.follow.left", { count: left })]),
    ],
    // One press on the page that it leads to ends it.
    because: because.map((follow) => ({
      reason: reasonOf(follow),
      label: say("mail.follow.end"),
      address: `${page}&${follow.id}`,
    })),
  };
}

function reasonOf({ name, about, filter }: FollowRow): string {
  if (filter === "") return say("mail.follow.because.newsletter");
  return say(about === "filter" ? "mail.follow.because.search" : "mail.follow.because", { name });
}

/** That a spot has become free at an event, to somebody who asked to hear of it. */
export function spotMail(
  { email, name }: Reader,
  event: CalendarFacts & Pick<Event, "eventType">,
  { address }: Pick<TaskContext, "address">,
): Letter {
  const subject = say("mail.spot.subject", { title: event.title });
  return {
    to: email,
    subject,
    heading: subject,
    drawing: {
      scene: event.eventType,
      alt: say("mail.drawing", { type: say(`event_type.${event.eventType}`) }),
    },
    paragraphs: [greeting(name), say("mail.spot.text")],
    facts: factsOf(event),
    details: detailsOf(event),
    actions: [{ label: say("mail.spot.action"), address: `${address}${eventPath(event._id)}` }],
    reason: say("mail.spot.reason"),
  };
}
