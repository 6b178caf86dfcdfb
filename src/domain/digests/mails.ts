import { perLocale, say } from "#messages/say.ts";
import { inWords, type MailContext } from "../events/mails.ts";
import { greeting, type Letter } from "../mail.ts";
import type { Reader } from "../notification-preferences/queries.ts";
import type { EventNews, Person } from "./queries.ts";

/** The number of names in a list; the others are counted. */
const namesMax = 20;

const list = perLocale((locale) => new Intl.ListFormat(locale));

/** Reports what happened at the events of an organizer, and how full each is now. */
export function newsMail(reader: Reader, news: EventNews[], { address }: MailContext): Letter {
  const [only, ...others] = news;
  const subject =
    only && others.length === 0
      ? say("mail.news.subject", { title: only.title })
      : say("mail.news.subject.several", { count: news.length });
  const path = only && others.length === 0 ? `/manage-events/${only.eventId}` : "/manage-events";
  return {
    to: reader.email,
    subject,
    heading: subject,
    paragraphs: [greeting(reader.name)],
    // People choose their names freely, so a mail to an unconfirmed address, which may be a stranger's, leaves them
    // out.
    facts: news.map((event) => ({ label: event.title, text: linesOf(event, reader.name !== "").join("\n") })),
    actions: [{ label: say("mail.news.action"), address: `${address}${path}` }],
    reason: say("mail.reason.organizer"),
    stop: reader.stop,
  };
}

function linesOf(event: EventNews, named: boolean): string[] {
  const { joined, added, left, taken, capacity, held, waitlisted } = event;
  const people = (who: Person[]) => (named ? namesOf(who) : say("mail.news.people", { count: who.length }));
  return [
    inWords(event),
    ...(joined.length > 0 ? [say("mail.news.joined", { people: people(joined) })] : []),
    ...(added.length > 0 ? [say("mail.news.waitlisted", { people: people(added) })] : []),
    ...(left.length > 0 ? [say("mail.news.left", { people: people(left) })] : []),
    [
      capacity === null
        ? say("mail.news.taken", { count: taken })
        : say(taken === capacity ? "mail.news.full" : "mail.news.taken_of", { count: taken, max: capacity }),
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
