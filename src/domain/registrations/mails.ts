import { say } from "#messages/all.ts";
import { changesIn, eventMail, type EventReader, factsOf, inWords, type MailContext } from "../events/mails.ts";
import { eventPath } from "../events/rules.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan } from "../outbox.ts";

/**
 * Who reads a mail about a registration, and what they have: their status, their guests, their position on the waitlist
 * (null once they have joined), and the page of their registration, which works without logging in.
 */
export type RegistrationReader = EventReader & {
  status: "joined" | "waitlisted";
  guests: { name: string; under18: boolean }[];
  position: number | null;
  page: string;
};

/** That one has joined, and with which guests. */
export const joinedMail = (reader: RegistrationReader, ctx: MailContext): Letter =>
  eventMail(
    reader,
    {
      ...wordsOf("joined", reader),
      facts: [...factsOf(reader.event), ...guestFacts(reader)],
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
      ...wordsOf("waitlisted", reader),
      facts: [{ label: say("mail.fact.position"), text: String(reader.position) }, ...factsAndGuests(reader)],
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
      ...wordsOf("offered", reader, { until }),
      facts: [{ label: say("mail.fact.until"), text: until }, ...factsAndGuests(reader)],
      actions: [
        { label: say("mail.action.accept"), address: `${reader.page}&take` },
        { label: say("mail.action.decline"), address: `${reader.page}&leave` },
      ],
      method: "PUBLISH",
    },
    ctx,
  );
}

/** That an offer has expired. */
export const offerExpiredMail = (reader: EventReader, ctx: MailContext): Letter =>
  eventMail(reader, { ...wordsOf("offer_expired", reader), actions: [seeEvent(reader, ctx)], method: "CANCEL" }, ctx);

/** That one has left the event, or its waitlist. */
export const leftMail = (reader: EventReader, wasWaitlisted: boolean, ctx: MailContext): Letter =>
  eventMail(
    reader,
    {
      ...wordsOf(wasWaitlisted ? "left_waitlist" : "left", reader),
      actions: [seeEvent(reader, ctx)],
      method: "CANCEL",
    },
    ctx,
  );

/** What has changed of an event, with the old value of each. */
export const changedMail = (
  reader: RegistrationReader,
  { was, is }: { was: EventPlan; is: EventPlan },
  ctx: MailContext,
): Letter =>
  eventMail(
    reader.status === "waitlisted" ? tentative(reader) : reader,
    {
      ...wordsOf("changed", reader),
      facts: changesIn(was, is),
      actions: [seeEvent(reader, ctx), leaveAction(reader)],
      method: reader.status === "waitlisted" ? "PUBLISH" : "REQUEST",
    },
    ctx,
  );

/** Where one leaves the event or its waitlist, after being asked once more. */
export const leaveAction = ({ page, status }: Pick<RegistrationReader, "page" | "status">) => ({
  label: say(status === "joined" ? "mail.action.leave" : "mail.action.leave_waitlist"),
  address: `${page}&leave`,
});

/** The guests of a party, if there are any. */
export const guestFacts = ({ guests }: Pick<RegistrationReader, "guests">) =>
  guests.length === 0
    ? []
    : [
        {
          label: say("mail.fact.guests"),
          text: guests.map(({ name, under18 }) => (under18 ? say("mail.under18", { name }) : name)).join(", "),
        },
      ];

const factsAndGuests = (reader: RegistrationReader) => [...factsOf(reader.event), ...guestFacts(reader)];

/** For people on the waitlist the calendar's entry is tentative. */
export const tentative = <Reader extends EventReader>(reader: Reader): Reader => ({
  ...reader,
  event: { ...reader.event, tentative: true },
});

export const seeEvent = ({ event }: EventReader, { address }: MailContext) => ({
  label: say("mail.action.see"),
  address: `${address}${eventPath(event._id)}`,
});

type Subject = "joined" | "waitlisted" | "offered" | "offer_expired" | "left" | "left_waitlist" | "changed";

function wordsOf(subject: Subject, { event }: EventReader, more: Record<string, string> = {}) {
  const values = { title: event.title, when: inWords(event), location: event.location, ...more };
  return {
    subject: say(`mail.registration.${subject}.subject`, values),
    paragraphs: [say(`mail.registration.${subject}.text`, values)],
  };
}
