import type { CredentialShown, ShownEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { dayIn } from "../ui/whole.ts";
import { doneTogether, spanOfDays } from "./entry-words.ts";
import { Facts } from "./facts.tsx";
import { hoursOf, isOddOne, notProvenBy, provenOf, sayerOf } from "./shown-words.ts";

import "./shown.css";

type ShownRecordProps = {
  shown: CredentialShown;
  /** Further checks, besides those of the organizers' addresses. */
  checks?: readonly string[];
  /** The level of the record's headings. */
  Heading: "h2" | "h3";
  /** The classes of each part. */
  part: string;
};

/**
 * The content of a proof: the volunteer, the hours, and who asserts them; and what it does not prove. The volunteer who
 * makes it sees the same in advance as everybody who checks it.
 */
export function ShownRecord({ shown: { name, hours, entries }, checks = [], Heading, part }: ShownRecordProps) {
  const isProven = entries.every((entry) => entry.isProven);
  return (
    <>
      <section className={`${part} shown`}>
        <Heading dir="auto" className="wrap-anywhere">
          {name}
        </Heading>
        <p className="text-lg">
          <strong>{say("record.shown.of", { count: entries.length, hours: hoursOf(hours) })}</strong>{" "}
          <span className="block">{spanOfDays(entries)}</span>
        </p>
        <ul>
          {checks.map((text) => (
            <li key={text} className="flex items-center gap-3 border-b border-base-300 py-2 last:border-0">
              <Icon name="check" />
              {text}
            </li>
          ))}
          <li className="flex items-center gap-3 border-b border-base-300 py-2 last:border-0">
            <Icon name={isProven ? "check" : "circle-exclamation-point"} />
            {provenOf(entries)}
          </li>
        </ul>
      </section>
      <section className={`${part} shown`}>
        <Heading>{say("record.shown.who")}</Heading>
        <dl className="shown-rows">
          {sayersOf(entries).map((sayer) => (
            <div key={`${sayer.name} ${sayer.isSecond} ${sayer.isProven}`}>
              <dt>
                <span dir="auto">{sayer.name}</span>
                {sayer.isSecond && <span className="quiet">{say("record.shown.who.second")}</span>}
                {isOddOne(sayer, entries) && <span className="quiet">{say("record.shown.who.unproven")}</span>}
              </dt>
              <dd>
                <strong>{hoursOf(sayer.hours)}</strong>
                <span className="quiet">{say("record.shown.who.of", { count: sayer.events })}</span>
              </dd>
            </div>
          ))}
        </dl>
        <Fold
          words={say("record.shown.all", { count: entries.length })}
          isOpen={entries.length <= unfolded}
          className="-my-2.5"
        >
          <ol className="shown-entries">
            {entries.map((entry, index) => (
              <li key={index}>
                <span dir="auto">{entry.title}</span>
                <strong>{hoursOf(entry.hours)}</strong>
                <div className="quiet wrap-anywhere">
                  <Facts of={[dayIn(entry.eventDate, entry.timeZone), doneTogether(entry)]} />
                  <p>{say("record.shown.by", { organizer: sayerOf(entry, entries) })}</p>
                </div>
              </li>
            ))}
          </ol>
        </Fold>
      </section>
      <section className={`${part} shown`}>
        <Heading>{say("record.shown.not")}</Heading>
        <p>{notProvenBy(entries)}</p>
        <p>{say("record.shown.not.ask")}</p>
      </section>
    </>
  );
}

/** The number of events shown at once. */
const unfolded = 3;

type Sayer = Pick<ShownEntry, "isSecond" | "isProven" | "hours"> & { name: string; events: number };

/**
 * The people who assert the hours, most hours first. Their words about their own events, as a second organizer, and
 * without a confirmed address are listed separately.
 */
function sayersOf(entries: readonly ShownEntry[]): Sayer[] {
  const sayers = new Map<string, Sayer>();
  for (const { saidBy: name, isSecond, isProven, hours } of entries) {
    const key = `${isSecond} ${isProven} ${name}`;
    const known = sayers.get(key) ?? { name, isSecond, isProven, hours: 0, events: 0 };
    sayers.set(key, { ...known, hours: known.hours + hours, events: known.events + 1 });
  }
  return [...sayers.values()].toSorted((one, other) => other.hours - one.hours);
}
