import type { ReactNode } from "react";

import { momentOf } from "#domain/events/rules.ts";
import { rosterName } from "#domain/gates/rules.ts";
import type { Gate } from "#domain/gates/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { hasNamesakes, inPrintedOrder, type PaperPage, pagesOf, type Range, rangesOf } from "./paper-pages.ts";

type Person = Gate["people"][number] & { printed: string };
type PaperListProps = { gate: Gate; location: string; printedAt: Date };

/** The list to tick by hand. Each sheet has the full head, so that a lost sheet can be matched to its event. */
export function PaperList({ gate, location, printedAt }: PaperListProps) {
  const all = inPrintedOrder(gate.people.map((person) => ({ ...person, printed: rosterName(person.name) })));
  const pages = pagesOf(all);
  const ranges = rangesOf(pages);
  const numberOf = (index: number) => say("gate.paper.page", { page: index + 1, pages: pages.length });
  return (
    <div className="paper-sheets">
      {pages.map((page, index) => (
        <section key={index} className="paper-sheet" aria-label={numberOf(index)}>
          <Head gate={gate} location={location} printedAt={printedAt}>
            {pages.length > 1 && <PageRange range={ranges[index]} number={numberOf(index)} />}
          </Head>
          <Legend gate={gate} parties={all} />
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
              {say("gate.paper.shred")} · {numberOf(index)}
            </span>
          </p>
        </section>
      ))}
    </div>
  );
}

function Head({ gate: { event, people }, location, printedAt, children }: PaperListProps & { children: ReactNode }) {
  const { date, hours } = spanInWords(spanOf(event));
  return (
    <div className="paper-head">
      <div>
        <h2 dir="auto">{event.title}</h2>
        <p>
          <strong>
            {date} · {hours}
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
      <div className="paper-corner">
        <p className="paper-brand">
          <img src="/scenes/mark.svg" alt="" width="28" height="28" />
          {say("brand.name")}
        </p>
        {children}
      </div>
    </div>
  );
}

/** The range of initials on a sheet, such as 'A – F', and the sheet's number. */
const PageRange = ({ range, number }: { range: Range | null | undefined; number: string }) => (
  <p className="paper-range">
    {range && (
      <strong>
        <bdi>{range.from}</bdi>
        {range.to !== range.from && (
          <>
            {" – "}
            <bdi>{range.to}</bdi>
          </>
        )}
      </strong>
    )}{" "}
    {number}
  </p>
);

const Legend = ({ gate: { event, people }, parties }: { gate: Gate; parties: Person[][] }) => (
  <p className="paper-legend">
    <strong>{say("gate.paper.tick")}</strong> {parties.some(({ length }) => length > 1) && say("gate.paper.framed")}{" "}
    {hasNamesakes(parties.flat()) && say("gate.paper.namesakes")}{" "}
    {people.some(({ under18 }) => under18) && (
      <>
        <strong>{say("gate.paper.agreed")}</strong>&nbsp;{say("gate.paper.agreed.text")}{" "}
        <strong>{say("gate.paper.ask")}</strong>&nbsp;{say("gate.paper.ask.text")}{" "}
      </>
    )}
    {event.capacity === null ? say("gate.paper.welcome") : say("gate.paper.welcome.beyond", { count: event.capacity })}
  </p>
);

const Row = ({ person }: { person: Person }) => (
  <li className="paper-row">
    <span className="paper-box" />
    <span dir="auto" className="paper-name">
      {person.printed}
    </span>
    {person.under18 && (
      <span className="paper-under18">{say(person.guardianAgreedAt ? "gate.paper.agreed" : "gate.paper.ask")}</span>
    )}
    <span className="paper-code">{person.code}</span>
  </li>
);

/** Empty lines for walk-ins, as many in each column. */
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
