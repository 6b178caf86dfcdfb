import { say } from "#messages/say.ts";
import { type EventInMail, greeting, type Letter, type Scene } from "../mail.ts";
import type { Reader } from "../notification-preferences/queries.ts";
import type { CancelledEvent, EventInWords, EventPlan, TaskContext } from "../outbox.ts";
import { hasBegun, partsIn, spanInWords, spanOf } from "../time-zones/rules.ts";
import { type CalendarFacts, eventCalendar } from "./feeds.ts";
import { goodToKnowInWords } from "./good-to-know.ts";
import { eventTypes, fewSpots, momentOf, spotsForNewcomer, spotsOf, wallClockIn } from "./rules.ts";
import type { Event, GoodToKnow } from "./shapes.ts";

/** The reader of a mail about an event, and the event as a calendar keeps it. */
export type EventReader = Reader & { event: CalendarFacts };

/** The context of a mail: our address, for its links, and the time at which it is written. */
export type MailContext = Pick<TaskContext, "address" | "now">;

/** The parts that are particular to a mail about an event. */
type Words = Pick<
  Letter,
  "subject" | "heading" | "paragraphs" | "facts" | "details" | "code" | "actions" | "afterwards"
> & {
  /** The method of the calendar entry; without it, the mail has no entry. */
  method?: "REQUEST" | "CANCEL" | "PUBLISH";
  reason?: string;
};

/**
 * A mail about an event in the frame that all share: the event, a greeting, the recipient of answers, and the reason.
 */
export function eventMail(
  reader: EventReader,
  { paragraphs, method, reason, ...words }: Words,
  ctx: MailContext,
): Letter {
  const { name, email, stop, event } = reader;
  return {
    to: email,
    event: eventInMail(event, ctx.now),
    paragraphs: [...greeting(name), ...paragraphs],
    reason: reason ?? say("mail.reason.joined"),
    stop,
    ...drawingOf(event, ctx.address),
    ...replyToOf(event),
    ...(method && { calendar: { method, content: entryFor({ name, email }, event, method, ctx) } }),
    ...words,
  };
}

/**
 * The drawing of an event: the one of ours that its organizer has chosen, or the first of its type. A deleted event has
 * none, and a mail about its deletion needs none.
 */
export function drawingOf(
  { eventType, thumbnailUrl = null }: Pick<CalendarFacts, "eventType" | "thumbnailUrl">,
  address: string,
): Pick<Letter, "drawing"> {
  if (!eventType) return {};
  const scenes = eventTypes.flatMap((type): Scene[] => [type, `${type}-2`, `${type}-3`]);
  const scene = scenes.find((name) =>
    [`/scenes/${name}.svg`, `${address}/scenes/${name}.svg`].includes(thumbnailUrl ?? ""),
  );
  return { drawing: { scene: scene ?? eventType, alt: say("mail.drawing", { type: say(`event_type.${eventType}`) }) } };
}

/** Answers go to the organizer, at a confirmed address. */
export const replyToOf = ({ replyTo }: Pick<CalendarFacts, "replyTo">) => (replyTo ? { replyTo } : {});

/** Says who gets replies; empty if there is no reply address. */
export const answersGoTo = ({ organizer, replyTo }: Pick<CalendarFacts, "organizer" | "replyTo">): string[] =>
  replyTo ? [say("mail.to_organizer.after", { organizer, email: replyTo })] : [];

/**
 * The calendar entry. It carries the present time, so that a later mail replaces it even if the event has not changed
 * in between.
 */
const entryFor = (
  attendee: { name: string; email: string },
  event: CalendarFacts,
  method: "REQUEST" | "CANCEL" | "PUBLISH",
  { address, now }: MailContext,
) => eventCalendar([{ ...event, updatedAt: now }], { method, name: null, address, attendee });

/** The facts of an event that mails draw; older tasks have no end, and those about a deleted event no type. */
type DrawnEvent = EventInWords & Pick<CalendarFacts, "eventType">;

/** An event at the head of a mail, or in a list of one. A `zone` that the mail names for all is not repeated. */
export function eventInMail(event: DrawnEvent, now: Date, zone?: string): EventInMail {
  const { eventType, title, location, timeZone, eventDate, eventEnd = eventDate } = event;
  const span = spanOf({ eventDate, eventEnd, timeZone });
  const { weekday = "", day = "", month = "" } = partsIn(timeZone, "dayOfMonth", span.begin);
  const words = spanInWords(span, zone === undefined);
  const hours = event.eventEnd === undefined ? "" : words.hours;
  const when = [words.date, ...(hours ? [hours] : [])].join(", ");
  const yearOf = (moment: Date) => wallClockIn(moment, timeZone).date.slice(0, 4);
  return {
    ...(eventType && { type: eventType, typeInWords: say(`event_type.${eventType}`) }),
    leaf: { weekday, day, month },
    title,
    when,
    hours: yearOf(span.begin) === yearOf(now) ? hours : when,
    ...(location && { location }),
  };
}

/**
 * The spots that a newcomer can take, in the words of every card: under way, full, or the number left. Nothing without
 * a limit.
 */
export function leftInMail(event: DrawnEvent & Parameters<typeof spotsOf>[0], now: Date): Pick<EventInMail, "left"> {
  if (hasBegun({ begin: new Date(event.eventDate) }, now))
    return { left: { text: say("card.under_way"), isFew: false } };
  const left = spotsForNewcomer(spotsOf(event));
  if (left === null) return {};
  const isFew = left > 0 && left < fewSpots;
  return { left: { text: left === 0 ? say("card.full") : say("card.left", { count: left }), isFew } };
}

/** The items to bring and what else is good to know, for a table further down. */
export const detailsOf = (event: Pick<Event, "whatToBring"> & GoodToKnow) => [
  ...(event.whatToBring ? [{ label: say("mail.fact.bring"), text: event.whatToBring }] : []),
  ...factOfKnowing(goodToKnowInWords(event)),
];

const factOfKnowing = (text: string) => (text ? [{ label: say("mail.fact.know"), text }] : []);

/** The fields that changed, each with its old value. */
export function changesIn(was: EventPlan, is: EventPlan) {
  return [
    ...(was.title === is.title ? [] : [{ label: say("mail.fact.title"), text: nowAndBefore(was.title, is.title) }]),
    ...(isSameTime(was, is) ? [] : [{ label: say("mail.fact.when"), text: nowAndBefore(inWords(was), inWords(is)) }]),
    ...(was.location === is.location
      ? []
      : [{ label: say("mail.fact.where"), text: nowAndBefore(was.location, is.location) }]),
    ...changeOfBringing(was, is),
    ...changeOfKnowing(was, is),
    ...changeOfDescription(was, is),
  ];
}

/** The items to bring now; a task from before this field existed has no change of it. */
function changeOfBringing({ whatToBring: before = null }: EventPlan, { whatToBring: now = before }: EventPlan) {
  if (before === now) return [];
  const text = now ?? say("mail.fact.bring.none");
  return [{ label: say("mail.fact.bring"), text: before === null ? text : nowAndBefore(before, text) }];
}

/** All that is good to know now: its few lines are quicker to read than a list of differences. */
const changeOfKnowing = ({ goodToKnow: before = "" }: EventPlan, { goodToKnow: now = before }: EventPlan) =>
  before === now ? [] : factOfKnowing(now || say("mail.fact.know.none"));

/**
 * The whole new description, without the old one because that would be too long; a task from before this field has no
 * change of it.
 */
const changeOfDescription = ({ description: before }: EventPlan, { description: now = before }: EventPlan) =>
  before === undefined || before === now
    ? []
    : [{ label: say("mail.fact.description"), text: now || say("mail.fact.description.none") }];

const nowAndBefore = (before: string, now: string) => say("mail.fact.changed", { before, now });

/** Tests whether a changed event keeps its time. */
export const isSameTime = (was: EventPlan, is: EventPlan): boolean =>
  was.eventDate === is.eventDate && was.eventEnd === is.eventEnd && was.timeZone === is.timeZone;

/** Tells people with a spot or on the waitlist that an event is canceled; `by` is its organizer. */
export function cancelledMail(
  reader: Reader,
  { by, ...cancelled }: CancelledEvent & { by: Pick<CalendarFacts, "organizer" | "email" | "replyTo"> },
  ctx: MailContext,
): Letter {
  const { eventId, title, reason } = cancelled;
  const { organizer, email, replyTo = null } = by;
  const gone = { description: "", whatToBring: null, status: "cancelled", organizer, email, replyTo } as const;
  const unknown = { effort: null, childrenWelcome: null, stepFree: null, languages: [], provided: null };
  const event = { ...gone, ...unknown, ...cancelled, _id: eventId, updatedAt: ctx.now };
  return eventMail(
    { ...reader, event },
    {
      subject: say("mail.cancelled.subject", { title }),
      heading: say("mail.cancelled.heading"),
      paragraphs: [say("mail.cancelled.text"), ...(reason ? [say("mail.because", { reason })] : [])],
      actions: [{ label: say("mail.cancelled.button"), address: `${ctx.address}/upcoming-events` }],
      method: "CANCEL",
    },
    ctx,
  );
}

/**
 * 'Sat, Nov 28, 2026, 9:30 – 11:30 AM Dhaka time': the time of an event in its own time zone, which a mail has to name.
 * Without an end it is a moment.
 */
export function inWords({ eventDate, eventEnd, timeZone }: Pick<EventInWords, "eventDate" | "eventEnd" | "timeZone">) {
  if (eventEnd === undefined) return momentOf(new Date(eventDate), timeZone, true);
  const { date, hours } = spanInWords(spanOf({ eventDate, eventEnd, timeZone }), true);
  return `${date}, ${hours}`;
}
