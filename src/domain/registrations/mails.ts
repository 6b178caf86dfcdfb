import { say } from "#messages/all.ts";
import {
  changesIn,
  detailsOf,
  eventMail,
  type EventReader,
  factsOf,
  inWords,
  isSameTime,
  type MailContext,
} from "../events/mails.ts";
import { dateOf, daysAfter, eventPath, wallClockIn } from "../events/rules.ts";
import { codeAddress } from "../gates/rules.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan } from "../outbox.ts";
import { makesOffers } from "./rules.ts";

/**
 * Who reads a mail about a registration, and what they have: their status, for how many people, their guests, their position on the waitlist
 * (null once they have joined), and the page of their registration, which works without logging in.
 */
export type RegistrationReader = EventReader & {
  status: "joined" | "waitlisted";
  spots: number;
  guests: { _id: string; name: string; under18: boolean }[];
  position: number | null;
  page: string;
};

/** By what the people of a party are found at the gate: the registrant, and guests by their ids. */
export type PartyCodes = { own: string; ofGuests: ReadonlyMap<string, string> };
export const noCodes: PartyCodes = { own: "", ofGuests: new Map() };

/** That one has joined, and with which guests. */
export const joinedMail = (reader: RegistrationReader, codes: PartyCodes, ctx: MailContext): Letter =>
  eventMail(
    reader,
    {
      ...wordsOf("joined", reader, spotsOf(reader)),
      heading: say("mail.registration.joined.heading", spotsOf(reader)),
      facts: factsOf(reader.event),
      details: detailsAndGuests(reader, codes),
      ...codeFor(reader, codes, ctx),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: "REQUEST",
    },
    ctx,
  );

/** That one is on the waitlist, and in which position. */
export const waitlistedMail = (reader: RegistrationReader, ctx: MailContext): Letter =>
  eventMail(
    tentative(reader),
    {
      ...wordsOf("waitlisted", reader, { ...spotsOf(reader), hears: howOneHears(reader.event, ctx) }),
      heading: say("mail.registration.waitlisted.heading", spotsOf(reader)),
      facts: [{ label: say("mail.fact.position"), text: String(reader.position) }, ...factsOf(reader.event)],
      details: detailsAndGuests(reader),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: "PUBLISH",
    },
    ctx,
  );

/** That spots are offered to somebody on the waitlist, when the offer expires, and how it is accepted or declined. */
export function offerMail(reader: RegistrationReader, expiry: Date, ctx: MailContext): Letter {
  const until = inWords({ eventDate: expiry.toISOString(), timeZone: reader.event.timeZone });
  return eventMail(
    tentative(reader),
    {
      ...wordsOf("offered", reader, { until, ...spotsOf(reader) }),
      heading: say("mail.registration.offered.heading", spotsOf(reader)),
      facts: [{ label: say("mail.fact.until"), text: until }, ...factsOf(reader.event)],
      details: detailsAndGuests(reader),
      actions: [
        { label: say("mail.action.accept", spotsOf(reader)), address: `${reader.page}&take` },
        { label: say("mail.action.decline"), address: `${reader.page}&leave` },
      ],
      method: "PUBLISH",
    },
    ctx,
  );
}

/** What somebody who waits can take now: of so many free spots, null without a limit, those that their party needs, or as many as there are. */
type Open = { free: number | null; places: number };

/** Who waits without an offer; `open` is null while they can take nothing. */
export type WaitingReader = RegistrationReader & { open: Open | null };

/** That an offer has expired, and how one waits again, or what one can still take. */
export function missedMail(reader: WaitingReader, spots: number, ctx: MailContext): Letter {
  const { event, open } = reader;
  const words = wordsOf("offer_expired", reader, { count: spots });
  if (isOver(event, ctx)) {
    const paragraphs = [...words.paragraphs, say("mail.registration.offer_expired.ended")];
    return eventMail(reader, { ...words, paragraphs, actions: [seeEvent(reader, ctx)], method: "CANCEL" }, ctx);
  }
  const again = say("mail.registration.offer_expired.again", { position: String(reader.position) });
  const paragraphs = [...words.paragraphs, again, open ? openWords(reader, open, ctx) : howOneHears(event, ctx)];
  const actions = [...(open ? [takeAction(reader, open)] : []), leaveAction(reader)];
  return eventMail(tentative(reader), { ...words, paragraphs, actions, method: "PUBLISH" }, ctx);
}

/** The same in a task that a version before wrote, which took people off the waitlist who missed an offer. */
export function offerExpiredMail(reader: EventReader, spots: number, ctx: MailContext): Letter {
  const { event } = reader;
  const isOpen = event.status === "active" && !isOver(event, ctx);
  const rest = say(isOpen ? "mail.registration.offer_expired.gone" : "mail.registration.offer_expired.over");
  const words = wordsOf("offer_expired", reader, { count: spots });
  const paragraphs = [...words.paragraphs, rest];
  return eventMail(reader, { ...words, paragraphs, actions: [seeEvent(reader, ctx)], method: "CANCEL" }, ctx);
}

/** That spots are free which are held for nobody, to somebody on the waitlist. */
export function spotsOpenMail(reader: RegistrationReader & { open: Open }, ctx: MailContext): Letter {
  const { event, open } = reader;
  const spots = freeInWords(event, open, ctx);
  return eventMail(
    tentative(reader),
    {
      subject: say("mail.registration.open.subject", { spots, title: event.title }),
      heading: spots,
      paragraphs: [openWords(reader, open, ctx)],
      facts: factsOf(event),
      details: detailsAndGuests(reader),
      actions: [takeAction(reader, open), leaveAction(reader)],
      method: "PUBLISH",
    },
    ctx,
  );
}

const takeAction = ({ page }: RegistrationReader, { places }: Open) => ({
  label: say("mail.action.accept", { count: places }),
  address: `${page}&take`,
});

/** '2 spots are free tomorrow. The first to press has one.' A party that does not fit reads what it can do. */
function openWords({ event, spots }: RegistrationReader, open: Open, ctx: MailContext): string {
  const { free, places } = open;
  const how =
    places < spots
      ? say("mail.registration.open.fewer", { count: places, people: spots })
      : free === null
        ? say("mail.registration.open.all", { count: spots })
        : spots === 1
          ? say("mail.registration.open.first", { count: free })
          : say("mail.registration.open.fits", { count: spots });
  return say("mail.registration.open.text", { spots: freeInWords(event, open, ctx), title: event.title, how });
}

/** How many spots are free, and when, by the calendar of the event's zone: '2 spots are free tomorrow'. */
function freeInWords({ eventDate, timeZone }: EventReader["event"], { free }: Open, { now }: MailContext): string {
  const begin = new Date(eventDate);
  const [day, today] = [wallClockIn(begin, timeZone).date, wallClockIn(now, timeZone).date];
  const when = begin <= now ? "now" : day === today ? "today" : day === daysAfter(today, 1) ? "tomorrow" : "day";
  const values = { day: dateOf(begin, timeZone) };
  return free === null
    ? say(`mail.registration.open.no_limit.${when}`, values)
    : say(`mail.registration.open.${when}`, { ...values, count: free });
}

/** How somebody on the waitlist hears of a spot: in turn, or on the eve with all others. */
const howOneHears = ({ eventDate }: EventReader["event"], { now }: MailContext) =>
  say(makesOffers(eventDate, now) ? "mail.registration.hears.turn" : "mail.registration.hears.eve");

/** Whether an event is over by now: in its last moment too, which offers end with. */
const isOver = ({ eventEnd }: EventReader["event"], { now }: MailContext) => new Date(eventEnd) <= now;

/** That one has left the event with all `spots` that one had, or its waitlist, where there were none. */
export const leftMail = (reader: EventReader, spots: number | null, ctx: MailContext): Letter =>
  eventMail(
    reader,
    {
      ...(spots === null ? wordsOf("left_waitlist", reader) : wordsOf("left", reader, { count: spots })),
      actions: [seeEvent(reader, ctx)],
      method: "CANCEL",
    },
    ctx,
  );

/**
 * What has changed of an event, with the old value of each, what the organizer says about it, and when the event is: also where that has
 * not changed, so that nobody has to look for another mail.
 */
export function changedMail(
  reader: RegistrationReader,
  { was, is, notes }: { was: EventPlan; is: EventPlan; notes: string[] },
  ctx: MailContext,
): Letter {
  const waitlisted = reader.status === "waitlisted";
  const words = wordsOf(waitlisted ? "changed_waitlisted" : "changed", reader, spotsOf(reader));
  return eventMail(
    waitlisted ? tentative(reader) : reader,
    {
      ...words,
      paragraphs: [
        ...words.paragraphs,
        ...notes.map((reason) => say("mail.because", { reason })),
        ...(isSameTime(was, is) ? [say("mail.registration.changed.when", { when: inWords(reader.event) })] : []),
      ],
      facts: changesIn(was, is),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: waitlisted ? "PUBLISH" : "REQUEST",
    },
    ctx,
  );
}

/** Where one leaves the event or its waitlist, after being asked once more, and people with guests, who of them does. */
export const leaveAction = ({ page, status, spots }: Pick<RegistrationReader, "page" | "status" | "spots">) => ({
  label: say(status === "joined" ? "mail.action.leave" : "mail.action.leave_waitlist", spotsOf({ spots })),
  address: `${page}&leave`,
});

/** For how many people a registration is, as a value for sentences. */
export const spotsOf = ({ spots }: Pick<RegistrationReader, "spots">) => ({ count: spots });

/**
 * The guests of a party, if there are any, one a line, with the codes by which they are found at the gate. Somebody who has not shown that the address is theirs has no word in a mail to it:
 * that reader has no name.
 */
export const guestFacts = (
  { guests, name: reader }: Pick<RegistrationReader, "guests" | "name">,
  { ofGuests }: PartyCodes = noCodes,
) =>
  guests.length === 0 || reader === ""
    ? []
    : [
        {
          label: say(ofGuests.size > 0 ? "mail.fact.guest_codes" : "mail.fact.guests"),
          text: guests
            .map(({ _id, name, under18 }) =>
              [under18 ? say("mail.under18", { name }) : name, ofGuests.get(_id) ?? []].flat().join(": "),
            )
            .join("\n"),
        },
      ];

/** The QR code of one's own code; at the gate it brings up the whole party. */
export const codeFor = (
  { event, spots }: Pick<RegistrationReader, "event" | "spots">,
  { own }: PartyCodes,
  { address }: MailContext,
): Pick<Letter, "code"> =>
  own === ""
    ? {}
    : {
        code: {
          says: codeAddress(address, event._id, own),
          alt: say("mail.code", { code: own }),
          caption: say("mail.code.caption", { count: spots }),
          fact: { label: say("mail.fact.code"), text: own },
        },
      };

/** What else there is to know of the event, and with whom one comes. */
export const detailsAndGuests = (reader: RegistrationReader, codes: PartyCodes = noCodes) => [
  ...detailsOf(reader.event),
  ...guestFacts(reader, codes),
];

/** For people on the waitlist the calendar's entry is tentative. */
export const tentative = <Reader extends EventReader>(reader: Reader): Reader => ({
  ...reader,
  event: { ...reader.event, tentative: true },
});

export const seeEvent = ({ event }: EventReader, { address }: MailContext) => ({
  label: say("mail.action.see"),
  address: `${address}${eventPath(event._id)}`,
});

type Subject =
  | "joined"
  | "waitlisted"
  | "offered"
  | "offer_expired"
  | "left"
  | "left_waitlist"
  | "changed"
  | "changed_waitlisted";

function wordsOf(subject: Subject, { event }: EventReader, more: Record<string, string | number> = {}) {
  const values = { title: event.title, when: inWords(event), location: event.location, ...more };
  return {
    subject: say(`mail.registration.${subject}.subject`, values),
    paragraphs: [say(`mail.registration.${subject}.text`, values)],
  };
}
