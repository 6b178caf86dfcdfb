import { perLocale, say } from "#messages/say.ts";
import { eventInMail, leftInMail, type MailContext } from "../events/mails.ts";
import { type EventInMail, greeting, type Letter } from "../mail.ts";
import type { Reader } from "../notification-preferences/queries.ts";
import type { EventNews, Person } from "./queries.ts";

/** The number of names in a list; the others are counted. */
const namesMax = 20;

const list = perLocale((locale) => new Intl.ListFormat(locale));

/** Reports what happened at the events of an organizer, and how full each is now. */
export function newsMail(reader: Reader, news: EventNews[], { address, now }: MailContext): Letter {
  const [only, ...others] = news;
  const single = others.length === 0 ? only : undefined;
  // People choose their names freely, so a mail to an unconfirmed address, which may be a stranger's, leaves them out.
  const isNamed = reader.name !== "";
  return {
    to: reader.email,
    ...(single
      ? {
          subject: say("mail.news.subject", { title: single.title }),
          event: rowOf(single, now),
          heading: say("mail.news.heading"),
          paragraphs: [...greeting(reader.name), linesOf(single, isNamed).join("\n")],
        }
      : {
          subject: say("mail.news.subject.several", { count: news.length }),
          heading: say("mail.news.subject.several", { count: news.length }),
          paragraphs: greeting(reader.name),
          events: news.map((event) => ({
            ...rowOf(event, now),
            lines: linesOf(event, isNamed),
            address: `${address}/manage-events/${event.eventId}`,
          })),
        }),
    actions: [
      { label: say("mail.news.action"), address: `${address}/manage-events${single ? `/${single.eventId}` : ""}` },
    ],
    reason: say("mail.reason.organizer"),
    stop: reader.stop,
  };
}

const rowOf = (event: EventNews, now: Date): EventInMail => ({
  ...eventInMail(event, now),
  ...leftInMail({ ...event, participant: event.taken }, now),
});

function linesOf(event: EventNews, isNamed: boolean): string[] {
  const { joined, added, left, taken, capacity, held, waitlisted } = event;
  const people = (who: Person[]) => (isNamed ? namesOf(who) : say("mail.news.people", { count: who.length }));
  return [
    ...(event.community === null ? [] : [say("mail.news.of", { name: event.community })]),
    ...(joined.length > 0 ? [say("mail.news.joined", { people: people(joined) })] : []),
    ...(added.length > 0 ? [say("mail.news.waitlisted", { people: people(added) })] : []),
    ...(left.length > 0 ? [say("mail.news.left", { people: people(left) })] : []),
    [
      capacity === null
        ? say("mail.news.taken", { count: taken })
        : say("mail.news.taken_of", { count: taken, max: capacity }),
      ...(held > 0 ? [say("mail.news.held", { count: held })] : []),
      ...(waitlisted > 0 ? [say("mail.news.waiting", { count: waitlisted })] : []),
    ].join(", "),
  ];
}

function namesOf(people: Person[]): string {
  const names = people
    .slice(0, namesMax)
    .map(({ name, guests }) =>
      name === null ? say("mail.news.gone") : guests > 0 ? say("mail.news.with", { name, count: guests }) : name,
    );
  const more = people.length - names.length;
  return list().format(more > 0 ? [...names, say("mail.news.more", { count: more })] : names);
}
