import { say } from "#messages/say.ts";
import { eventCalendar } from "../events/feeds.ts";
import { changesIn, eventMail, type EventReader, inWords, type MailContext } from "../events/mails.ts";
import type { CalendarEntry } from "../events/feeds.ts";
import type { Letter } from "../mail.ts";
import type { EventPlan, SeriesNews } from "../outbox.ts";

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
