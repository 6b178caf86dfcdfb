import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FoundEvent, FoundEvents } from "#domain/imports/shapes.ts";
import { say } from "#messages/say.ts";
import { Link } from "../addresses.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { canChoose, changeAll, type Choices, type Chosen, chosenOf, newOf, unplacedOf } from "./choices.ts";
import { ForAll } from "./for-all.tsx";
import { FoundCard } from "./found-card.tsx";
import { type Outcomes, useImport } from "./use-import.ts";
import { eventPath } from "#domain/events/rules.ts";
import { leftOutReasons } from "#domain/imports/rules.ts";

type FoundListProps = {
  found: FoundEvents;
  /** The name of the page or file. */
  name: string;
  /** True if the site fetches addresses, besides files. */
  fetches: boolean;
  choices: Choices;
  onChange: (choices: Choices) => void;
  outcomes: Outcomes;
  onOutcomes: (outcomes: Outcomes) => void;
  /** Called when everything chosen is imported. */
  onDone: () => void;
  onLeave: () => void;
};

/** The found events, to choose and to change, and the import button. */
export function FoundList(props: FoundListProps) {
  const { found, name, fetches, choices, onChange, outcomes, onDone, onLeave } = props;
  const { open, sent, run } = useImport(props);
  const [wasEmpty, setWasEmpty] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(`[data-refused] ${what}`);
    if (refusals === 0) return;
    (find("[aria-invalid=true]") ?? find("input"))?.focus({ preventScroll: true });
    // The event's name stands above its errors.
    form.current?.querySelector("[data-refused]")?.scrollIntoView();
  }, [refusals]);
  const { events } = found;
  const unplaced = unplacedOf(open, choices);
  /** The events that can be imported unchanged. */
  const ready = open.filter((event) => !unplaced.includes(event));
  const isBusy = sent !== null;
  const refused = events.filter(({ uid }) => outcomes[uid]?.state === "refused");
  const done = Object.values(outcomes).filter(({ state }) => state === "done").length;
  const choosable = events.filter((event) => canChoose(event) && outcomes[event.uid]?.state !== "done");
  const change = (uid: string, its: Partial<Chosen>) => onChange({ ...choices, [uid]: { ...choices[uid]!, ...its } });

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setWasEmpty(open.length === 0);
    if (open.length === 0) return;
    if (ready.length === 0) return toUnplaced();
    const all = await run();
    if (chosenOf(events, choices).every(({ uid }) => all[uid]?.state === "done")) onDone();
    else setRefusals(refusals + 1);
  }

  function leaveOut() {
    onChange(changeAll(unplaced, choices, { isChosen: false }));
    if (done > 0) onDone();
    // The pressed button is gone, so focus moves to the submit button.
    form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }

  function toUnplaced() {
    const field = form.current?.querySelector<HTMLElement>("[data-chosen] [data-unplaced]");
    field?.focus({ preventScroll: true });
    // The field may already have focus, but be out of sight.
    field?.scrollIntoView({ block: "center" });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={say("import.title")}
      className="found-list"
      onSubmit={(event) => void send(event)}
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-part outline-none">
            {events.length === 0
              ? say("import.none")
              : done > 0
                ? say("import.found.left", { count: events.length - done, total: events.length })
                : say("import.found", { count: events.length })}
          </h2>
          <p className="quiet wrap-anywhere">{say("import.found.from", { source: name })}</p>
          {newOf(choosable).length > 0 && <p>{say("import.publishes")}</p>}
        </div>
        <button type="button" className="btn" disabled={isBusy} onClick={onLeave}>
          {say(fetches ? "import.again" : "import.again.file")}
        </button>
      </div>
      <Remarks found={found} />
      {events.length === 0 && <EmptyState title={say("import.none")} text={say("import.none.text")} />}
      <ForAll events={events} choices={choices} onChange={onChange} />
      {choosable.length > 1 && (
        <label className="choose-all flex min-h-11 w-fit cursor-pointer items-center gap-3 ps-4 font-semibold max-sm:-my-4">
          <input
            type="checkbox"
            className="tick"
            ref={(box) => {
              if (box) box.indeterminate = open.length > 0 && open.length < choosable.length;
            }}
            checked={open.length === choosable.length}
            disabled={isBusy}
            onChange={({ target }) => onChange(changeAll(choosable, choices, { isChosen: target.checked }))}
          />
          {say("import.choose_all")}
        </label>
      )}
      <ul className="flex flex-col gap-3">
        {events.map((event) => (
          <li key={event.uid}>
            <FoundCard
              event={event}
              chosen={choices[event.uid]!}
              outcome={outcomes[event.uid]}
              isBusy={isBusy}
              onChange={(its) => change(event.uid, its)}
            />
          </li>
        ))}
      </ul>
      {choosable.length > 0 && (
        <div className="import-bar sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-3 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:justify-end">
          <p role="status" className="flex-[1_1_14rem] empty:hidden">
            {isBusy ? (
              <span className="quiet">{say("import.busy", { count: sent, total: sent - 1 + open.length })}</span>
            ) : refused.length > 0 ? (
              <>
                {done > 0 && (
                  <span className="flex flex-wrap items-center gap-x-1.5 font-medium text-primary">
                    <Icon name="check" className="size-5" />
                    {say("import.refused.done", { count: done })}
                    <Link
                      to="/manage-events"
                      className="inline-flex min-h-11 items-center underline underline-offset-4"
                    >
                      {say("import.result.manage")}
                    </Link>
                  </span>
                )}
                <span className="inline-block font-medium text-error">
                  {refusedInWords(refused, choices, outcomes)}
                </span>
              </>
            ) : wasEmpty && open.length === 0 ? (
              <span className="quiet">{say("import.submit.none")}</span>
            ) : (
              <span className="quiet max-sm:hidden">
                {say("import.chosen", { count: open.length, total: choosable.length })}
              </span>
            )}
          </p>
          {unplaced.length > 0 && ready.length > 0 && refused.length === 0 && !isBusy && (
            <button
              type="button"
              className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-accent underline underline-offset-4"
              onClick={toUnplaced}
            >
              <Icon name="map-pin" className="size-5 max-sm:hidden" />
              {say("import.submit.unplaced", { count: unplaced.length })}
            </button>
          )}
          {unplaced.length > 0 && ready.length === 0 && !isBusy && (
            <button type="button" className="btn" onClick={leaveOut}>
              {say("import.submit.leave", { count: unplaced.length })}
            </button>
          )}
          <button type="submit" className="btn btn-primary" aria-disabled={isBusy || open.length === 0 || undefined}>
            {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden />}
            {open.length === 0
              ? say("import.submit.none")
              : ready.length === 0
                ? say("import.submit.place")
                : say(ready.every(({ known }) => known) ? "import.update" : "import.submit", { count: ready.length })}
          </button>
        </div>
      )}
    </form>
  );
}

/** The error of the single event that failed; for several, errors stand beside each. */
function refusedInWords(refused: FoundEvent[], choices: Choices, outcomes: Outcomes): string {
  const [event, ...others] = refused;
  const outcome = event && outcomes[event.uid];
  const isUnplaced = others.length === 0 && outcome?.state === "refused" && outcome.fields["location"];
  return event && isUnplaced
    ? say("import.refused.unplaced", { title: choices[event.uid]?.title ?? event.title })
    : say("import.refused", { count: refused.length });
}

/** The events left out, with reasons, and imported ones that are now canceled or missing in the source. */
function Remarks({ found: { leftOut, unreadable, gone } }: { found: FoundEvents }) {
  const reasons = leftOutReasons.filter((why) => leftOut[why] > 0);
  return (
    <>
      {reasons.length > 0 && (
        <p className="quiet">
          <b>{say("import.left")}:</b>{" "}
          {reasons.map((why) => say(`import.left.${why}`, { count: leftOut[why] })).join(" ")}{" "}
          {unreadable.length > 0 && (
            <span className="wrap-anywhere">
              {say("import.unreadable", { titles: unreadable.map((title) => `“${title}”`).join(", ") })}
            </span>
          )}
        </p>
      )}
      <Gone
        events={gone.filter(({ why }) => why === "cancelled")}
        title={say("import.gone")}
        text={say("import.gone.text")}
      />
      <Gone
        events={gone.filter(({ why }) => why === "replaced")}
        title={say("import.gone.replaced")}
        text={say("import.gone.replaced.text")}
      />
    </>
  );
}

function Gone({ events, title, text }: { events: FoundEvents["gone"]; title: string; text: string }) {
  if (events.length === 0) return null;
  return (
    <div className="rounded-box bg-secondary p-4 text-secondary-content">
      <p className="font-semibold">{title}</p>
      <ul className="my-1 list-disc pl-5">
        {events.map((event) => (
          <li key={event.eventId}>
            <Link to={eventPath(event.eventId)} dir="auto" className="underline underline-offset-4">
              {event.title}
            </Link>
          </li>
        ))}
      </ul>
      <p>{text}</p>
    </div>
  );
}
