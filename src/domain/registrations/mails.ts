import { say } from "#messages/say.ts";
import { changesIn, detailsOf, eventMail, type EventReader, inWords, type MailContext } from "../events/mails.ts";
import { dateOf, daysUntil, eventPath } from "../events/rules.ts";
import { codeAddress } from "../gates/rules.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan } from "../outbox.ts";
import { spanOf } from "../time-zones/rules.ts";
import { isOverBy, makesOffers } from "./rules.ts";

/**
 * The reader of a mail about a registration, with its status, number of people, guests, position on the waitlist (null
 * once they have joined) and page, which works without logging in.
 */
export type RegistrationReader = EventReader & {
  status: "joined" | "waitlisted";
  spots: number;
  guests: { _id: string; name: string; under18: boolean }[];
  position: number | null;
  page: string;
};

/** The codes by which a party is found at the gate: the registrant's, and the guests' by their ids. */
export type PartyCodes = { own: string; ofGuests: ReadonlyMap<string, string> };
export const noCodes: PartyCodes = { own: "", ofGuests: new Map() };

/** Says that the reader has joined, and with which guests. */
export const joinedMail = (reader: RegistrationReader, codes: PartyCodes, ctx: MailContext): Letter =>
  eventMail(
    reader,
    {
      ...wordsOf("joined", reader, spotsOf(reader)),
      details: detailsAndGuests(reader, codes),
      ...codeFor(reader, codes, ctx),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: "REQUEST",
    },
    ctx,
  );

/** Says that the reader is on the waitlist, and in which position. */
export const waitlistedMail = (reader: RegistrationReader, ctx: MailContext): Letter =>
  eventMail(
    tentative(reader),
    {
      ...wordsOf("waitlisted", reader, { ...spotsOf(reader), hears: howOneHears(reader.event, ctx) }),
      facts: [{ label: say("mail.fact.position"), text: String(reader.position) }],
      details: detailsAndGuests(reader),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: "PUBLISH",
    },
    ctx,
  );

/** Offers spots to a reader on the waitlist, with the time the offer expires and links to accept or decline. */
export function offerMail(reader: RegistrationReader, expiry: Date, ctx: MailContext): Letter {
  const until = inWords({ eventDate: expiry.toISOString(), timeZone: reader.event.timeZone });
  return eventMail(
    tentative(reader),
    {
      ...wordsOf("offered", reader, { until, ...spotsOf(reader) }),
      facts: [{ label: say("mail.fact.until"), text: until }],
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

/**
 * The spots that a waitlisted reader can take now: `free` is null without a limit, and `spots` are those that the
 * party needs, or fewer if fewer are free.
 */
type Open = { free: number | null; spots: number };

/** A reader who waits without an offer; `open` is null while they can take nothing. */
export type WaitingReader = RegistrationReader & { open: Open | null };

/** Says that an offer has expired, and how the reader waits again or which spots they can still take. */
export function missedMail(reader: WaitingReader, spots: number, ctx: MailContext): Letter {
  const { event, open } = reader;
  const words = wordsOf("offer_expired", reader, { count: spots });
  if (isOverBy(spanOf(event), ctx.now)) {
    const paragraphs = [...words.paragraphs, say("mail.registration.offer_expired.ended")];
    return eventMail(reader, { ...words, paragraphs, actions: [seeEvent(reader, ctx)], method: "CANCEL" }, ctx);
  }
  const again = say("mail.registration.offer_expired.again", { position: String(reader.position) });
  const paragraphs = [...words.paragraphs, again, open ? openWords(reader, open, ctx) : howOneHears(event, ctx)];
  const actions = [...(open ? [takeAction(reader, open)] : []), leaveAction(reader)];
  return eventMail(tentative(reader), { ...words, paragraphs, actions, method: "PUBLISH" }, ctx);
}

/** The same for tasks written by an earlier version, which took people who missed an offer off the waitlist. */
export function offerExpiredMail(reader: EventReader, spots: number, ctx: MailContext): Letter {
  const { event } = reader;
  const isOpen = event.status === "active" && !isOverBy(spanOf(event), ctx.now);
  const rest = say(isOpen ? "mail.registration.offer_expired.gone" : "mail.registration.offer_expired.over");
  const words = wordsOf("offer_expired", reader, { count: spots });
  const paragraphs = [...words.paragraphs, rest];
  return eventMail(reader, { ...words, paragraphs, actions: [seeEvent(reader, ctx)], method: "CANCEL" }, ctx);
}

/** Tells a reader on the waitlist about free spots that are not held for anyone. */
export function spotsOpenMail(reader: RegistrationReader & { open: Open }, ctx: MailContext): Letter {
  const { event, open } = reader;
  const spots = freeInWords(event, open, ctx);
  return eventMail(
    tentative(reader),
    {
      subject: say("mail.registration.open.subject", { spots, title: event.title }),
      heading: spots,
      paragraphs: [howToTake(reader, open)],
      details: detailsAndGuests(reader),
      actions: [takeAction(reader, open), leaveAction(reader)],
      method: "PUBLISH",
    },
    ctx,
  );
}

const takeAction = ({ page }: RegistrationReader, { spots }: Open) => ({
  label: say("mail.action.accept", { count: spots }),
  address: `${page}&take`,
});

/** 'The first to press gets one.' A party that does not fit is told how many it can take. */
function howToTake({ spots: wanted }: RegistrationReader, { free, spots }: Open): string {
  if (spots < wanted) return say("mail.registration.open.fewer", { count: spots, people: wanted });
  if (free === null) return say("mail.registration.open.all", { count: wanted });
  return wanted === 1
    ? say("mail.registration.open.first", { count: free })
    : say("mail.registration.open.fits", { count: wanted });
}

/** '2 spots are free tomorrow. The first to press gets one.' */
const openWords = (reader: RegistrationReader, open: Open, ctx: MailContext): string =>
  say("mail.registration.open.text", { spots: freeInWords(reader.event, open, ctx), how: howToTake(reader, open) });

/** The number of free spots and the day, by the calendar of the event's zone: '2 spots are free tomorrow'. */
function freeInWords(event: EventReader["event"], { free }: Open, { now }: MailContext): string {
  const span = spanOf(event);
  const days = span.begin <= now ? "now" : daysUntil(span, now);
  const when = days === 0 ? "today" : days === 1 ? "tomorrow" : days === "now" ? days : "day";
  const values = { day: dateOf(span.begin, span.zone) };
  return free === null
    ? say(`mail.registration.open.no_limit.${when}`, values)
    : say(`mail.registration.open.${when}`, { ...values, count: free });
}

/** Tells how a waitlisted reader hears of a spot: in turn, or on the eve with all others. */
const howOneHears = (event: EventReader["event"], { now }: MailContext) =>
  say(makesOffers(spanOf(event), now) ? "mail.registration.hears.turn" : "mail.registration.hears.eve");

/** Says that the reader has left the event with their `spots`, or its waitlist if `spots` is null. */
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

/** Lists the changes of an event with old values, and the organizer's notes. */
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
      paragraphs: [...words.paragraphs, ...notes.map((reason) => say("mail.because", { reason }))],
      facts: changesIn(was, is),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: waitlisted ? "PUBLISH" : "REQUEST",
    },
    ctx,
  );
}

/** The link to leave the event or its waitlist. Its page asks for confirmation, and lets a party choose who leaves. */
export const leaveAction = ({ page, status, spots }: Pick<RegistrationReader, "page" | "status" | "spots">) => ({
  label: say(status === "joined" ? "mail.action.leave" : "mail.action.leave_waitlist", spotsOf({ spots })),
  address: `${page}&leave`,
});

/** The number of people of a registration, as a value for sentences. */
export const spotsOf = ({ spots }: Pick<RegistrationReader, "spots">) => ({ count: spots });

/**
 * The guests of a party, one a line, with their gate codes. A reader without a name has not confirmed their address, so
 * their own words, such as guests' names, must not go into a mail to it.
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

/** The QR code of the reader's own code; scanned at the gate, it shows the whole party. */
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

/** The remaining facts about the event, and the reader's guests. */
export const detailsAndGuests = (reader: RegistrationReader, codes: PartyCodes = noCodes) => [
  ...detailsOf(reader.event),
  ...guestFacts(reader, codes),
];

/** Makes the calendar entry tentative, for people on the waitlist. */
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
  return {
    subject: say(`mail.registration.${subject}.subject`, { title: event.title, ...more }),
    heading: say(`mail.registration.${subject}.heading`, more),
    paragraphs: [say(`mail.registration.${subject}.text`, more)],
  };
}
