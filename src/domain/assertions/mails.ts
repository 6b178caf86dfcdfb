import { say } from "#messages/say.ts";
import { eventInMail } from "../events/mails.ts";
import { dateOf, eventPath } from "../events/rules.ts";
import { greeting, type Letter } from "../mail.ts";

type Asked = {
  name: string;
  email: string;
  asker: string;
  title: string;
  eventDate: Date;
  timeZone: string;
  hours: number;
  until: Date;
  now: Date;
  /** Null once the event's page is gone. */
  eventId: string | null;
};

/** Tells a second organizer which hours they are asked to assert, and what that means; `address` is ours. */
export function askedMail({ name, email, ...about }: Asked, address: string): Letter {
  const { asker, title, eventDate, timeZone, hours, until, now, eventId } = about;
  const values = { asker, title };
  return {
    to: email,
    event: {
      ...eventInMail({ title, location: "", eventDate: eventDate.toISOString(), timeZone }, now),
      ...(eventId !== null && { address: `${address}${eventPath(eventId)}` }),
    },
    subject: say("mail.assert.subject", values),
    heading: say("mail.assert.heading"),
    paragraphs: [...greeting(name), say("mail.assert.text", values)],
    facts: [{ label: say("mail.assert.hours"), text: say("outcome.hours", { count: hours }) }],
    actions: [{ label: say("mail.assert.button"), address: `${address}/account/asserting` }],
    afterwards: [say("mail.assert.means", values), say("mail.assert.after", { until: dateOf(until, timeZone) })],
    reason: say("mail.reason.assert", values),
  };
}

type Answered = {
  name: string;
  email: string;
  asserter: string;
  title: string;
  hours: number;
  answer: "asserted" | "declined" | "taken_back";
};

/** Tells the member who asked about a second organizer's answer, or its withdrawal. */
export function answeredMail({ name, email, answer, ...about }: Answered, address: string): Letter {
  const values = {
    asserter: about.asserter,
    title: about.title,
    hours: say("outcome.hours", { count: about.hours }),
  };
  return {
    to: email,
    subject: say(`mail.answered.${answer}.subject`, values),
    heading: say(`mail.answered.${answer}.subject`, values),
    paragraphs: [...greeting(name), say(`mail.answered.${answer}.text`, values)],
    actions: [{ label: say("mail.answered.action"), address: `${address}/account/record` }],
    reason: say("mail.reason.account"),
  };
}
