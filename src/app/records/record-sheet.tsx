import { useState } from "react";

import { byYear, isProvable, type KindOfEntry, kindsOfEntry, sumsOf } from "#domain/records/rules.ts";
import type { RecordEntry, Verification, VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/records-sheet.ts";

import { QrCode } from "../ui/qr-code.tsx";
import { dayIn, doneIn, inFours, spanOfDays } from "./entry-words.ts";

type Line = Pick<RecordEntry, "title" | "eventDate" | "timeZone" | "hours" | "unit" | "amount" | "kilograms"> & {
  kind: KindOfEntry;
  by: string;
  note: string;
  isProven: boolean;
};

type RecordSheetProps = {
  record: VolunteerRecord;
  /** With its code, and only with what it says; without one the whole record. */
  proof: Verification | null;
  /** Whether hours stand there that one has reported oneself. */
  withOwn: boolean;
};

/** A sheet of paper for a school: whose hours, how many, whose word they are, and how that is checked. */
export function RecordSheet({ record, proof, withOwn }: RecordSheetProps) {
  const [printedAt] = useState(() => new Date().toISOString());
  const lines = linesOf(record, proof, withOwn);
  const sums = sumsOf(lines);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const span = spanOfDays(lines);
  const asserted = lines.filter(isProvable);
  const isProven = asserted.length > 0 && asserted.every((line) => line.isProven);
  const kinds = kindsOfEntry.filter((kind) => sums[kind].events > 0);
  return (
    <div className="record-frame">
      <article className="record-sheet">
        <header>
          <div>
            <h2>{say("record.sheet.head")}</h2>
            <p dir="auto" className="record-name">
              {proof?.shown?.name ?? record.name}
            </p>
            <p>
              {proof
                ? say("record.sheet.made", { span, date: dayIn(proof.madeAt, timeZone) })
                : say("record.sheet.printed", { span, date: dayIn(printedAt, timeZone) })}
            </p>
          </div>
          <p className="record-brand">
            <img src="/favicon.svg" alt="" />
            {say("brand.name")}
          </p>
        </header>
        <div className="record-summary">
          <dl>
            {kinds.map((kind) => (
              <div key={kind}>
                <dd>{say("outcome.hours", { count: sums[kind].hours })}</dd>
                <dt>
                  {kind === "asserted"
                    ? say("record.sheet.asserted", { count: sums[kind].events })
                    : say(`record.sheet.${kind}.sum`, { count: sums[kind].events })}
                </dt>
              </div>
            ))}
          </dl>
          {proof ? <Code number={proof._id} /> : <p>{say("record.sheet.copy")}</p>}
        </div>
        <Lines lines={lines} />
        <footer>
          <p>
            <strong>{say("record.sheet.says")}</strong>{" "}
            {asserted.length > 0 && sums.asserted.events === 0
              ? say("record.sheet.says.second")
              : say(isProven ? "record.sheet.says.proven" : "record.sheet.says.text")}{" "}
            {sums.asserted.events > 0 && sums.second.events > 0 && `${say("record.sheet.says.also")} `}
            <strong>{say("record.sheet.not")}</strong> {say("record.sheet.not.text", { brand: say("brand.name") })}
            {proof && !lines.every(isProvable) && ` ${say("record.sheet.not.own")}`}
          </p>
        </footer>
      </article>
    </div>
  );
}

function Code({ number }: { number: string }) {
  const address = `${location.host}/verify`;
  return (
    <div className="record-code">
      <p>
        <strong>{say("record.sheet.check")}</strong>
        <br />
        {say("record.sheet.check.how", { address })}
        <br />
        <strong className="record-number">
          {inFours(number.slice(0, 16))}
          <br />
          {inFours(number.slice(16))}
        </strong>
      </p>
      <QrCode
        text={`${location.origin}/verify/${number}`}
        label={say("record.sheet.code", { address: `${address}/${number}` })}
        className=""
      />
    </div>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const years = byYear(lines);
  const { all } = sumsOf(lines);
  // '2.00' below '1.25': all have as many places as the finest needs.
  const places = lines.every(({ hours }) => Number.isInteger(hours * 2)) ? 1 : 2;
  const inTable = (hours: number) => hours.toFixed(places);
  return (
    <table>
      <thead>
        <tr>
          {(["date", "event", "done", "by", "hours"] as const).map((column) => (
            <th key={column} scope="col">
              {say(`record.sheet.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{dayIn(line.eventDate, line.timeZone)}</td>
            <td dir="auto">{line.title}</td>
            <td dir="auto">{doneIn(line, say) || line.note || "–"}</td>
            <td dir="auto">
              {line.kind === "asserted" && line.by}
              {line.kind === "second" && say("record.sheet.second", { organizer: line.by })}
              {!isProvable(line) && <em>{say(line.kind === "own" ? "record.sheet.self" : "record.sheet.gate")}</em>}
            </td>
            <td>{inTable(line.hours)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {years.length > 1 &&
          years.map(({ year, entries }) => (
            <tr key={year}>
              <th colSpan={4} scope="row">
                {String(year)}
              </th>
              <td>{inTable(sumsOf(entries).all.hours)}</td>
            </tr>
          ))}
        <tr className="record-total">
          <th colSpan={4} scope="row">
            {say(lines.every(isProvable) ? "record.sheet.total" : "record.sheet.together")}
          </th>
          <td>{inTable(all.hours)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function linesOf(record: VolunteerRecord, proof: Verification | null, withOwn: boolean): Line[] {
  const own = record.entries
    .filter((entry) => !isProvable(entry) || !proof)
    .filter(({ kind }) => withOwn && (kind !== "gate" || !proof))
    .map((entry): Line => ({ ...entry, by: entry.saidBy ?? "" }));
  const proven = (proof?.shown?.entries ?? []).map((entry): Line => ({
    ...entry,
    kind: entry.isSecond ? "second" : "asserted",
    by: entry.saidBy,
    note: "",
  }));
  return [...proven, ...own].toSorted((one, other) => (one.eventDate < other.eventDate ? 1 : -1));
}
