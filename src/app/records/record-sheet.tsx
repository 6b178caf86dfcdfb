import { useEffect, useState } from "react";

import { isProvable, sumsOf } from "#domain/records/rules.ts";
import type { Verification, VolunteerRecord } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

import { QrCode } from "../ui/qr-code.tsx";
import { dayIn } from "../ui/whole.ts";
import { inFours, spanOfDays } from "./entry-words.ts";
import { countOfLines, doneAt, type Line, linesOf, SheetLines } from "./sheet-lines.tsx";
import { hoursOf, notProvenBy, provenOf } from "./shown-words.ts";

type RecordSheetProps = {
  record: VolunteerRecord;
  /** The proof, with its code and its content alone; null for the whole record. */
  proof: Verification | null;
  /** True if self-reported hours are included. */
  withOwn: boolean;
  /** True if the sheet is as large as on paper, even on a narrower screen. */
  isLarge: boolean;
};

/** A sheet of paper for a school: the volunteer, their hours, who asserts them, and how to check that. */
export function RecordSheet({ record, proof, withOwn, isLarge }: RecordSheetProps) {
  const [printedAt] = useState(() => new Date().toISOString());
  const lines = linesOf(record, proof, withOwn);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const asserted = lines.filter(isProvable);
  const others = lines.filter((line) => !isProvable(line));
  const name = proof?.shown?.name ?? record.name;
  useFoot(`${name} · ${proof ? inFours(proof._id) : say("record.sheet.foot.copy")}`);
  return (
    // A sheet larger than the screen also scrolls with arrow keys.
    <div className="record-frame" data-large={isLarge || undefined} {...(isLarge && scrolled())}>
      <article className="record-sheet" data-tight={tightnessOf(lines)}>
        <header>
          <div>
            <h2>{say(proof ? "record.sheet.head" : "record.sheet.head.copy")}</h2>
            <p dir="auto" className="record-name">
              {name}
            </p>
            <p>
              {proof
                ? say("record.sheet.made", { date: dayIn(proof.madeAt, timeZone) })
                : say("record.sheet.printed", { date: dayIn(printedAt, timeZone) })}
            </p>
            {!proof && (
              <p>
                <strong>{say("record.sheet.copy")}</strong>
              </p>
            )}
            {asserted.length > 0 && <Sum of={asserted} />}
          </div>
          <div className="record-check">
            <p className="record-brand">
              <img src="/favicon.svg" alt="" />
              {say("brand.name")}
            </p>
            {proof && <Code number={proof._id} />}
          </div>
        </header>
        {asserted.length > 0 && <SheetLines lines={asserted} total={say("record.sheet.total")} />}
        {others.length > 0 && <Others lines={others} asserted={asserted} isProof={proof !== null} />}
        {asserted.length > 0 && (
          <footer>
            <p>
              {resultsIn(asserted)}
              {provenOf(asserted)}.
            </p>
            <p>
              <strong>{say("record.shown.not")}:</strong> {notProvenBy(asserted)} {say("record.shown.not.ask")}
            </p>
          </footer>
        )}
      </article>
    </div>
  );
}

/** Says whose results the rows show, and what a dash means, if there are any. */
function resultsIn(lines: readonly Line[]): string {
  const unsaid = lines.filter((line) => doneAt(line) === "");
  const isSecond = unsaid.some(({ kind }) => kind === "second");
  const dash = unsaid.length > 0 ? `${say(isSecond ? "record.sheet.unsaid.second" : "record.sheet.unsaid.text")} ` : "";
  return unsaid.length < lines.length ? `${say("record.sheet.result")} ${dash}` : dash;
}

/** The height of a row without its lines, and of one line, in millimeters: at full size, and tighter (sheet.css). */
const sizes = [
  { row: 2.7, line: 4.8, tight: undefined },
  { row: 1.8, line: 4.4, tight: "some" },
];

/** The least tightness that fits the rows on one sheet of Letter, if possible. */
function tightnessOf(lines: readonly Line[]): string | undefined {
  const others = lines.some((line) => !isProvable(line)) ? 30 : 0;
  const size = sizes.find(({ row, line }) => others + lines.length * row + countOfLines(lines) * line <= 165);
  return size ? size.tight : "most";
}

const scrolled = () => ({ role: "region", tabIndex: 0, "aria-label": say("record.sheet.head") });

/** The foot of each printed page: the name and number of the record, and the page number. */
function useFoot(text: string) {
  useEffect(() => {
    const { style } = document.documentElement;
    const [before = "", between = ""] = say("record.sheet.page", { page: "\n", pages: "\n" }).split("\n");
    style.setProperty("--record-foot", JSON.stringify(text));
    style.setProperty(
      "--record-page",
      `${JSON.stringify(before)} counter(page) ${JSON.stringify(between)} counter(pages)`,
    );
    return () => {
      style.removeProperty("--record-foot");
      style.removeProperty("--record-page");
    };
  }, [text]);
}

/** The hours that organizers assert, as on the page that checks it; nothing else on the sheet is as large. */
function Sum({ of }: { of: readonly Line[] }) {
  const { asserted, second } = sumsOf(of);
  const events = of.length;
  const count = new Set(of.filter(({ isSecond }) => isSecond).map(({ saidBy }) => saidBy)).size;
  const both = { events: String(events), first: hoursOf(asserted.hours), second: hoursOf(second.hours) };
  return (
    <p className="record-sum">
      <strong>{hoursOf(asserted.hours + second.hours)}</strong>
      <span>
        {second.events === 0 && say("record.sheet.asserted", { count: events })}
        {asserted.events === 0 && say("record.sheet.second.sum", { count: events })}
        {asserted.events > 0 && second.events > 0 && say("record.sheet.both", { count, ...both })}
      </span>
      <span>{spanOfDays(of)}</span>
    </p>
  );
}

type OthersProps = { lines: readonly Line[]; asserted: readonly Line[]; isProof: boolean };

/** Self-reported hours, separate from the hours that the code confirms, with their own sum. */
function Others({ lines, asserted, isProof }: OthersProps) {
  const isOwn = lines.every(({ kind }) => kind === "own");
  const kind = isOwn ? "own" : "others";
  return (
    <section className="record-others">
      <h3>{say(`record.sheet.${kind}.title`)}</h3>
      <p>
        {isOwn
          ? say(isProof ? "record.sheet.own.text.proof" : "record.sheet.own.text")
          : say("record.sheet.others.text")}{" "}
        {asserted.length > 0 && say("record.sheet.apart", { hours: hoursOf(sumsOf(asserted).all.hours) })}
        <br />
        {spanOfDays(lines)}
      </p>
      <SheetLines lines={lines} total={say(`record.sheet.${kind}.total`)} />
    </section>
  );
}

function Code({ number }: { number: string }) {
  const address = `${location.host}/verify`;
  return (
    <div className="record-code">
      <p>
        <strong>{say("record.sheet.check")}</strong>
        <br />
        {say("record.sheet.check.how")}
        <br />
        <strong>{address}</strong>
        <br />
        {say("record.sheet.check.type")}
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
