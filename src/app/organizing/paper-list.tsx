import { momentOf, spanOf } from "#domain/events/rules.ts";
import { rosterName } from "#domain/gates/rules.ts";
import type { Gate } from "#domain/gates/shapes.ts";
import { say } from "#messages/gates-paper.ts";

import { type PaperPage, pagesOf } from "./paper-pages.ts";

type Person = Gate["people"][number];
type PaperListProps = { gate: Gate; location: string; printedAt: Date };

/** The list that is ticked by hand: sheet by sheet, each with its head, so that none is lost without it. */
export function PaperList({ gate, location, printedAt }: PaperListProps) {
  const pages = pagesOf(partiesOf(gate.people));
  return (
    <div className="paper-sheets">
      {pages.map((page, index) => (
        <section
          key={index}
          className="paper-sheet"
          aria-label={say("gate.paper.page", { page: index + 1, pages: pages.length })}
        >
          <Head gate={gate} location={location} printedAt={printedAt} />
          <Legend gate={gate} />
          <div className="paper-columns">
            {page.columns.map((parties, column) => (
              <ul key={column}>
                {parties.map((party) => (
                  <li key={party[0]?.id}>
                    <ul className={party.length > 1 ? "paper-party" : undefined}>
                      {party.map((person) => (
                        <Row key={person.id} person={person} />
                      ))}
                    </ul>
                  </li>
                ))}
              </ul>
            ))}
          </div>
          {page.walkInLines > 0 && <WalkIns lines={page.walkInLines} />}
          <p className="paper-foot">
            <span>{say("gate.paper.back")}</span>
            <span>
              {say("gate.paper.shred")} · {say("gate.paper.page", { page: index + 1, pages: pages.length })}
            </span>
          </p>
        </section>
      ))}
    </div>
  );
}

/** Those who come together, in the order of the list. */
function partiesOf(people: readonly Person[]): Person[][] {
  const parties = new Map<string, Person[]>();
  for (const person of people) parties.set(person.partyId, [...(parties.get(person.partyId) ?? []), person]);
  return [...parties.values()];
}

function Head({ gate: { event, people }, location, printedAt }: PaperListProps) {
  const [begin, end] = [new Date(event.eventDate), new Date(event.eventEnd)];
  const { date, from, until } = spanOf(begin, end, event.timeZone);
  return (
    <div className="paper-head">
      <div>
        <h2 dir="auto">{event.title}</h2>
        <p>
          <strong>
            {date} · {from} – {until}
          </strong>{" "}
          · <span dir="auto">{location}</span>
        </p>
        <p>
          {[
            say("gate.paper.people", { count: people.length }),
            ...(event.capacity === null ? [] : [say("gate.paper.spots", { count: event.capacity })]),
          ].join(", ")}
          {" · "}
          {say("gate.paper.printed", { moment: momentOf(printedAt, event.timeZone) })}
        </p>
      </div>
      <p className="paper-brand">
        <img src="/scenes/mark.svg" alt="" width="28" height="28" />
        {say("brand.name")}
      </p>
    </div>
  );
}

const Legend = ({ gate: { event, people } }: { gate: Gate }) => (
  <p className="paper-legend">
    <strong>{say("gate.paper.tick")}</strong> {say("gate.paper.framed")}{" "}
    {people.some(({ under18 }) => under18) && (
      <>
        <strong>{say("gate.paper.agreed")}</strong> {say("gate.paper.agreed.text")}{" "}
        <strong>{say("gate.paper.ask")}</strong> {say("gate.paper.ask.text")}{" "}
      </>
    )}
    {event.capacity === null ? say("gate.paper.welcome") : say("gate.paper.welcome.beyond", { count: event.capacity })}
  </p>
);

const Row = ({ person }: { person: Person }) => (
  <li className="paper-row">
    <span className="paper-box" />
    <span dir="auto" className="paper-name">
      {rosterName(person.name)}
    </span>
    {person.under18 && (
      <span className="paper-under18">{say(person.guardianAgreedAt ? "gate.paper.agreed" : "gate.paper.ask")}</span>
    )}
    <span className="paper-code">{person.code}</span>
  </li>
);

/** Empty lines, as many in each column. */
const WalkIns = ({ lines }: { lines: PaperPage<Person>["walkInLines"] }) => (
  <div className="paper-walk-ins">
    <h3>{say("gate.paper.walk_ins")}</h3>
    <p>{say("gate.paper.walk_ins.text")}</p>
    <div aria-hidden>
      {Array.from({ length: 2 * lines }, (_, line) => (
        <span key={line} className="paper-line">
          <span className="paper-box" />
          <span className="paper-rule" />
          {say("gate.paper.under18")}
          <span className="paper-box small" />
        </span>
      ))}
    </div>
  </div>
);
