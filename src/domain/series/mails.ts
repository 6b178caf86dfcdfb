import { say } from "#messages/say.ts";
import { type CalendarEntry, eventCalendar } from "../events/feeds.ts";
import { changesIn, detailsOf, eventMail, type EventReader, inWords, type MailContext } from "../events/mails.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan, SeriesNews } from "../outbox.ts";
import { type PartyCodes, type RegistrationReader, tentative } from "../registrations/mails.ts";

/** A changed date of a series, with its event as a calendar has it. */
export type ToldDate = { was: EventPlan; is: EventPlan | null; event: CalendarEntry };

/**
 * Says in one mail which dates of a series changed for the reader, and which will not take place. The calendar entry
 * has all of them.
 */
export function changedDatesMail(
  reader: EventReader,
  { dates, note, reason }: { dates: readonly ToldDate[] } & Pick<SeriesNews, "note" | "reason">,
  ctx: MailContext,
): Letter {
  const [first] = dates;
  const title = first?.event.title ?? reader.event.title;
  const facts = dates.map(({ was, is }) => ({
    label: inWords(was),
    text: is === null ? say("series.mail.canceled") : changedInWords(was, is),
  }));
  const because = [
    ...(reason ? [say("mail.because", { reason })] : []),
    ...(note ? [say("mail.because", { reason: note })] : []),
  ];
  const letter = eventMail(
    reader,
    {
      subject: say("series.mail.subject", { title }),
      heading: say("series.mail.heading"),
      paragraphs: [say("series.mail.text", { count: dates.length }), ...because],
      facts,
      actions: [{ label: say("series.mail.button"), address: `${ctx.address}/joined-events` }],
    },
    ctx,
  );
  const { name, email } = reader;
  const entries = dates.map(({ event }) => ({ ...event, updatedAt: ctx.now }));
  const content = eventCalendar(entries, {
    method: "PUBLISH",
    name: null,
    address: ctx.address,
    attendee: { name, email },
  });
  return { ...letter, calendar: { method: "PUBLISH", content } };
}

/** The changes of one date, without those that have no words of their own. */
const changedInWords = (was: EventPlan, is: EventPlan): string =>
  changesIn(was, is)
    .map(({ label, text }) => `${label}: ${text}`)
    .join("\n");

/** A date that the reader of a mail has joined, with their code at its gate. */
export type JoinedDate = { reader: RegistrationReader; codes: PartyCodes };

/**
 * Says in one mail which dates the reader has joined, and on which waitlists they are. Each date has its code and the
 * link to leave it; the calendar has all of them.
 */
export function joinedDatesMail(first: JoinedDate, others: readonly JoinedDate[], ctx: MailContext): Letter {
  const { reader } = first;
  const dates = [first, ...others];
  const { name, email, event } = reader;
  const letter = eventMail(
    reader,
    {
      subject: say("series.joined.subject", { title: event.title, count: dates.length }),
      heading: say("series.joined.heading", { count: dates.length }),
      paragraphs: [say("series.joined.text")],
      facts: dates.map((date) => ({ label: inWords(date.reader.event), text: standingOn(date) })),
      details: detailsOf(event),
      actions: [
        { label: say("series.mail.button"), address: `${ctx.address}/joined-events` },
        ...dates.map((date) => ({
          label: say("series.joined.leave", { date: inWords(date.reader.event) }),
          address: `${date.reader.page}&leave`,
        })),
      ],
    },
    ctx,
  );
  const entries = dates.map((date) => {
    const { event: entry } = date.reader.status === "joined" ? date.reader : tentative(date.reader);
    return { ...entry, updatedAt: ctx.now };
  });
  const wishes = { method: "PUBLISH", name: null, address: ctx.address, attendee: { name, email } } as const;
  return { ...letter, calendar: { method: "PUBLISH", content: eventCalendar(entries, wishes) } };
}

/** The reader's standing on a date: joined, with the code, or the position on the waitlist. */
function standingOn({ reader: { status, position }, codes: { own } }: JoinedDate): string {
  if (status === "waitlisted") return say("series.joined.waiting", { position: String(position) });
  return own === "" ? say("series.joined.in") : say("series.joined.in_code", { code: own });
}

/** Says in one mail which dates the reader has left; the calendar loses all of them. */
export function leftDatesMail(reader: EventReader, left: readonly CalendarEntry[], ctx: MailContext): Letter {
  const { name, email, event } = reader;
  const letter = eventMail(
    reader,
    {
      subject: say("series.left.subject", { title: event.title, count: left.length }),
      heading: say("series.left.heading", { count: left.length }),
      paragraphs: [say("series.left.text")],
      facts: left.map((date) => ({ label: inWords(date), text: say("series.left.date") })),
      actions: [{ label: say("series.mail.button"), address: `${ctx.address}/joined-events` }],
    },
    ctx,
  );
  const entries = left.map((entry) => ({ ...entry, updatedAt: ctx.now }));
  const wishes = { method: "CANCEL", name: null, address: ctx.address, attendee: { name, email } } as const;
  return { ...letter, calendar: { method: "CANCEL", content: eventCalendar(entries, wishes) } };
}
