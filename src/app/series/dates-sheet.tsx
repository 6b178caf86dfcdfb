import { useCallback, useState } from "react";
import { spotsForNewcomer, spotsOf } from "#domain/events/rules.ts";
import { type ComingDate, linesOf } from "#domain/series/rules.ts";
import type { OwnDates as Answer } from "#domain/series/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { toast } from "../ui/toast.tsx";
import { DateWords, LeftOut, line as lineStyle } from "./date-line.tsx";
import { readOwnDates } from "./use-own-dates.ts";

type DatesSheetProps = {
  seriesId: string;
  /** The date whose page is shown: it is ticked when the sheet opens. */
  shownId: string;
  repeats: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

type Own = Answer["dates"][number];
type Row = ComingDate & { own: Own | undefined };
type Loaded = { rows: Row[]; leftOut: string[] };

/**
 * All coming dates of a series, to join and to leave several with one press. The reader's own dates are ticked; the
 * button says what the ticks would change.
 */
export default function DatesSheet(props: DatesSheetProps) {
  const { seriesId, repeats, onClose } = props;
  const { asked, again } = useAnswer(useCallback(() => load(seriesId), [seriesId]));
  return (
    <Dialog title={say("series.dates.title")} onClose={onClose}>
      <p className="quiet pt-3 pb-1">{repeats}</p>
      <Answered on="dialog" asked={asked} again={again} failed={say("series.dates.failed")}>
        {({ answer }) => <Choice loaded={answer} {...props} />}
      </Answered>
    </Dialog>
  );
}

type ChoiceProps = Pick<DatesSheetProps, "seriesId" | "shownId" | "onChanged" | "onClose"> & { loaded: Loaded };

/** The dates with their ticks, and the button for what these change. */
function Choice({ loaded: { rows, leftOut }, seriesId, shownId, onChanged, onClose }: ChoiceProps) {
  /** The dates whose tick the reader has changed. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const isTicked = (row: Row) => isTickedFirst(row, shownId) !== changed.has(row.eventId);
  const joining = rows.filter((row) => isTicked(row) && !row.own?.state).map(({ eventId }) => eventId);
  const leaving = rows.filter((row) => !isTicked(row) && row.own?.state).map(({ eventId }) => eventId);
  const isNothing = joining.length + leaving.length === 0;
  const { busy, run } = useDeed(async () => {
    if (isNothing) return;
    try {
      if (joining.length > 0) await joinDates(seriesId, joining);
      if (leaving.length > 0) await leaveDates(seriesId, leaving);
      onClose();
    } catch (error) {
      refused(error);
    }
    await onChanged();
  });
  const turn = (eventId: string) => {
    const now = new Set(changed);
    if (!now.delete(eventId)) now.add(eventId);
    setChanged(now);
  };
  return (
    <>
      <ul>
        {linesOf(rows, leftOut).map((line) =>
          "leftOut" in line ? (
            <LeftOut key={line.leftOut} day={line.leftOut} />
          ) : (
            <Line key={line.date.eventId} date={line.date} isTicked={isTicked(line.date)} onTurn={turn} />
          ),
        )}
      </ul>
      <DialogFoot className="grid gap-1.5">
        <button
          type="button"
          className="btn btn-primary min-h-13"
          aria-disabled={busy || isNothing || undefined}
          onClick={run}
        >
          {labelOf(joining.length, leaving.length)}
        </button>
        <p className="quiet text-center text-sm">{say("series.dates.one_mail")}</p>
      </DialogFoot>
    </>
  );
}

/** The reader's own dates are ticked when the sheet opens, and the shown one. */
const isTickedFirst = ({ eventId, own, isCanceled }: Row, shownId: string): boolean =>
  Boolean(own?.state) || (eventId === shownId && !isCanceled);

type LineProps = { date: Row; isTicked: boolean; onTurn: (eventId: string) => void };

/** A date with its box; a canceled one has none. */
function Line({ date, isTicked, onTurn }: LineProps) {
  const words = <DateWords date={date} note={noteOn(date)} />;
  if (date.isCanceled) return <li className={lineStyle}>{words}</li>;
  return (
    <li>
      <label className={`${lineStyle} cursor-pointer`}>
        <input
          type="checkbox"
          className="size-6 flex-none accent-primary"
          checked={isTicked}
          onChange={() => onTurn(date.eventId)}
        />
        {words}
      </label>
    </li>
  );
}

/** The sentence below a date: the reader's state there, another event at that time, or that it is full. */
function noteOn({ own, left, isCanceled, timeZone }: Row): string | null {
  if (isCanceled) return null;
  if (own?.state) return say(own.state === "joined" ? "series.dates.in" : "series.dates.waiting");
  if (own?.meanwhile) {
    const { until } = spanInWords(spanOf({ ...own.meanwhile, timeZone }));
    return say("series.dates.meanwhile", { title: own.meanwhile.title, until });
  }
  return left === 0 ? say("series.dates.to_waitlist") : null;
}

function labelOf(join: number, leave: number): string {
  if (join > 0 && leave > 0) return say("series.dates.join_and_leave", { join, leave });
  if (join > 0) return say("series.dates.join_some", { count: join });
  return leave > 0 ? say("series.dates.leave_some", { count: leave }) : say("series.dates.choose");
}

async function load(seriesId: string): Promise<Loaded> {
  const [{ dates, leftOut }, own] = await Promise.all([
    ask((api) => api.series[":id"].$get({ param: { id: seriesId } })),
    readOwnDates(seriesId),
  ]);
  const rows = dates.map((date) => ({
    ...date,
    left: spotsForNewcomer(spotsOf(date)),
    own: own.dates.find(({ eventId }) => eventId === date.eventId),
  }));
  return { rows, leftOut };
}

/** Joins dates, and says on how many the reader waits or was refused. @throws Refusal */
async function joinDates(id: string, eventIds: string[]): Promise<void> {
  const { dates } = await ask((api) => api.series[":id"].join.$post({ param: { id }, json: { eventIds } }));
  const refusedDates = dates.filter(({ refused: reason }) => reason !== null).length;
  const waiting = dates.filter(({ state }) => state === "waiting").length;
  const done = say("series.dates.done", { count: dates.length - refusedDates });
  toast("success", waiting > 0 ? say("series.dates.done.waiting", { done, count: waiting }) : done);
  if (refusedDates > 0) toast("error", say("series.dates.not_joined", { count: refusedDates }));
}

/** Leaves dates. @throws Refusal */
async function leaveDates(id: string, eventIds: string[]): Promise<void> {
  const { left } = await ask((api) => api.series[":id"].leave.$post({ param: { id }, json: { eventIds } }));
  toast("success", say("series.dates.left_done", { count: left }));
}
