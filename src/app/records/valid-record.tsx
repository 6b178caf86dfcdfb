import type { CredentialShown, ShownEntry, Verification } from "#domain/records/shapes.ts";
import { say } from "#messages/records-verify.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { dayIn, doneIn, inFours, spanOfDays } from "./entry-words.ts";

/** What a valid record says: whose, how much, and whose word it is; and what it does not prove. */
export function ValidRecord({ shown }: { shown: CredentialShown }) {
  const { name, hours, entries } = shown;
  const isProven = entries.every((entry) => entry.isProven);
  const checks = [
    say("verify.signed", { site: useSite() }),
    say("verify.not_revoked"),
    ...(isProven ? [say("verify.proven")] : []),
  ];
  return (
    <>
      <section className="sheet verify-part">
        <h2 dir="auto" className="wrap-anywhere">
          {name}
        </h2>
        <p className="text-lg">
          <strong>{say("verify.of", { count: entries.length, hours: hoursOf(hours) })}</strong>, {spanOfDays(entries)}
        </p>
        <ul className="verify-checks">
          {checks.map((check) => (
            <li key={check}>
              <Icon name="check" />
              {check}
            </li>
          ))}
          {!isProven && (
            <li>
              <Icon name="minus" />
              {say("verify.unproven")}
            </li>
          )}
        </ul>
      </section>
      <section className="sheet verify-part">
        <h2>{say("verify.who")}</h2>
        <dl className="verify-rows">
          {sayersOf(entries).map((sayer) => (
            <div key={`${sayer.name} ${sayer.isSecond}`}>
              <dt>
                <span dir="auto">{sayer.name}</span>
                {sayer.isSecond && <span className="quiet verify-second">{say("verify.who.second")}</span>}
              </dt>
              <dd>
                {say("verify.who.of", { count: sayer.events })} · <strong>{hoursOf(sayer.hours)}</strong>
              </dd>
            </div>
          ))}
        </dl>
        <details>
          <summary className="verify-fold">{say("verify.all", { count: entries.length })}</summary>
          <ol className="verify-entries">
            {entries.map((entry, index) => (
              <li key={index}>
                <span dir="auto">{entry.title}</span>
                <strong>{hoursOf(entry.hours)}</strong>
                <span className="quiet">
                  {[dayIn(entry.eventDate, entry.timeZone), doneIn(entry, say), saidIn(entry)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ol>
        </details>
      </section>
      <section className="sheet verify-part">
        <h2>{say("verify.not")}</h2>
        <p>{say(notProven(entries), { brand: say("brand.name") })}</p>
        <p>{say("verify.not.ask")}</p>
      </section>
    </>
  );
}

/** When a record was made, of what kind it is, and what names it. */
export function VerifyFacts({ of: { _id, madeAt, keyId, status } }: { of: Verification }) {
  const site = useSite();
  const date = dayIn(madeAt, "UTC");
  const facts = [
    { name: say("verify.made"), value: status === "revoked" ? date : say("verify.made.by", { date }) },
    { name: say("verify.number"), value: inFours(_id) },
  ];
  const technical = [
    { name: say("verify.kind"), value: say("verify.kind.text") },
    { name: say("verify.key"), value: `${site}, ${keyId.slice(0, 8)}` },
  ];
  return (
    <div className="sheet verify-part">
      <Facts of={facts} />
      {status !== "revoked" && (
        <details>
          <summary className="verify-fold">{say("verify.technical")}</summary>
          <Facts of={technical} />
        </details>
      )}
    </div>
  );
}

const Facts = ({ of }: { of: { name: string; value: string }[] }) => (
  <dl className="verify-facts">
    {of.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

const hoursOf = (count: number) => say("outcome.hours", { count });

/** Our name on the web, as people type it. */
const useSite = (): string => (useSiteSettings()?.origin ?? "").replace(/^https?:\/\//, "");

const saidIn = ({ saidBy, isSecond }: ShownEntry) => (isSecond ? say("verify.second", { organizer: saidBy }) : saidBy);

/** What the words of these organizers do not prove: those of an event's own, those of second ones, or both. */
function notProven(entries: readonly ShownEntry[]) {
  const second = entries.filter(({ isSecond }) => isSecond).length;
  if (second === 0) return "verify.not.text";
  return second === entries.length ? "verify.not.second" : "verify.not.mixed";
}

/** Whose word the hours are, most hours first; apart what they say of their own events, and as a second organizer. */
function sayersOf(entries: readonly ShownEntry[]) {
  const sayers = new Map<string, { name: string; isSecond: boolean; hours: number; events: number }>();
  for (const { saidBy: name, isSecond, hours } of entries) {
    const key = `${isSecond} ${name}`;
    const known = sayers.get(key) ?? { name, isSecond, hours: 0, events: 0 };
    sayers.set(key, { ...known, hours: known.hours + hours, events: known.events + 1 });
  }
  return [...sayers.values()].toSorted((one, other) => other.hours - one.hours);
}
