import { say } from "#messages/all.ts";
import { mailOf } from "../mail.ts";
import type { CancelledEvent, EventInWords } from "../outbox.ts";
import type { Mail } from "../ports.ts";
import { dateOf, spanOf, timeOf } from "./rules.ts";

/** To somebody who had a place at an event that is cancelled, or gone; `address` is ours. */
export function cancelledMail(event: CancelledEvent & { name: string; email: string }, address: string): Mail {
  const { name, email, title, location, reason } = event;
  return mailOf({
    to: email,
    subject: say("mail.cancelled.subject", { title }),
    heading: say("mail.cancelled.subject", { title }),
    paragraphs: [
      say("mail.hello", { name }),
      say("mail.cancelled.text", { title, when: inWords(event), place: location }),
      ...(reason ? [say("mail.because", { reason })] : []),
    ],
    button: { label: say("mail.cancelled.button"), address: `${address}/upcoming-events` },
    reason: say("mail.reason.joined"),
  });
}

/**
 * 'Sat, Nov 28, 2026, 9:30 AM – 11:30 AM GMT+6': when an event is, in its own time zone, which a mail has to name. Without
 * an end it is a moment.
 */
export function inWords({ eventDate, eventEnd, timeZone }: Pick<EventInWords, "eventDate" | "eventEnd" | "timeZone">) {
  const moment = new Date(eventDate);
  if (eventEnd !== undefined) {
    const { date, from, until } = spanOf(moment, new Date(eventEnd), timeZone, true);
    return `${date}, ${from} – ${until}`;
  }
  return `${dateOf(moment, timeZone)}, ${timeOf(moment, timeZone, true)}`;
}
