import type { CredentialShown, ShownEntry, Verification } from "#domain/records/shapes.ts";
import { say } from "#messages/records-verify.ts";

import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";
import { dayIn, doneIn, inFours, spanOfDays } from "./entry-words.ts";
import { isOddOne, notProvenBy, provenOf, sayerOf } from "./shown-words.ts";

/** What a valid record says: whose, how much, and whose word it is; and what it does not prove. */
export function ValidRecord({ shown }: { shown: CredentialShown }) {
  const { name, hours, entries } = shown;
  const isProven = entries.every((entry) => entry.isProven);
  const checks = [
    { icon: "check", text: say("verify.signed", { site: useSite() }) },
    { icon: "check", text: say("verify.not_revoked") },
    { icon: isProven ? "check" : "minus", text: say(provenOf(entries)) },
  ] as const;
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
          {checks.map(({ icon, text }) => (
            <li key={text}>
              <Icon name={icon} />
              {text}
            </li>
          ))}
        </ul>
      </section>
      <section className="sheet verify-part">
        <h2>{say("verify.who")}</h2>
        <dl className="verify-rows">
          {sayersOf(entries).map((sayer) => (
            <div key={`${sayer.name} ${sayer.isSecond} ${sayer.isProven}`}>
              <dt>
                <span dir="auto">{sayer.name}</span>
                {sayer.isSecond && <span className="quiet verify-as">{say("verify.who.second")}</span>}
                {isOddOne(sayer, entries) && <span className="quiet verify-as">{say("verify.who.unproven")}</span>}
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
                  {[dayIn(entry.eventDate, entry.timeZone), doneIn(entry, say), sayerOf(entry, entries, say)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ol>
        </details>
      </section>
      <section className="sheet verify-part">
        <h2>{say("record.shown.not")}</h2>
        <p>{say(notProvenBy(entries), { brand: say("brand.name") })}</p>
        <p>{say("record.shown.not.ask")}</p>
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

/** A figure stays with its unit. */
const hoursOf = (count: number) => say("outcome.hours", { count }).replace(" ", "\u00a0");

/** Our name on the web, as people type it. */
const useSite = (): string => (useSiteSettings()?.origin ?? "").replace(/^https?:\/\//, "");

/** Whose word the hours are, most hours first; apart what they say of their own events, as a second organizer, and without a confirmed address. */
function sayersOf(entries: readonly ShownEntry[]) {
  const sayers = new Map<
    string,
    Pick<ShownEntry, "isSecond" | "isProven" | "hours"> & { name: string; events: number }
  >();
  for (const { saidBy: name, isSecond, isProven, hours } of entries) {
    const key = `${isSecond} ${isProven} ${name}`;
    const known = sayers.get(key) ?? { name, isSecond, isProven, hours: 0, events: 0 };
    sayers.set(key, { ...known, hours: known.hours + hours, events: known.events + 1 });
  }
  return [...sayers.values()].toSorted((one, other) => other.hours - one.hours);
}
