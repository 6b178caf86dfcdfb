import { useCallback, useState } from "react";

import { weekdayOf } from "#domain/events/rules.ts";
import { dayOf } from "#domain/recurrence/rules.ts";
import type { MisfitChoice } from "#domain/series/rules.ts";
import type { SeriesPreview, SeriesUpdateJson } from "#domain/series/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Radio } from "../ui/choice.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { keep, kept } from "../ui/storage.ts";
import { toast } from "../ui/toast.tsx";
import { inEventFields } from "./event-check.ts";
import type { EventDraft } from "./event-form.ts";
import { Misfits } from "./misfits.tsx";
import { checkReason, ReasonField } from "./reason-field.tsx";
import { shortDay } from "./repeat-form.ts";
import { changesRule, type DateEvent, type Scope, scopes, seriesUpdateOf } from "./series-change.ts";

type WhichDatesProps = {
  event: DateEvent;
  /** The typed changes of this date. */
  values: EventDraft;
  /** Saves them for this date alone. */
  saveOne: () => Promise<FieldErrors | void>;
  /** Receives the errors of the form's fields; nothing once all is saved, and whether several dates were. */
  onDone: (wrong: FieldErrors | void, isSeries: boolean) => void;
  onClose: () => void;
};

/** The choice made last in a series stands here the next time. */
const scopeKey = ({ series }: DateEvent) => `goodturn.series-scope.${series.id}`;

/**
 * Asks which dates of a series a change is for, and says before what it does: the number of dates and of people, what
 * stays as it was changed by hand, and what becomes of dates with people whose day falls out.
 */
export default function WhichDates({ event, values, saveOne, onDone, onClose }: WhichDatesProps) {
  const isRule = changesRule(event, values);
  const offered = scopes.filter((scope) => scope !== "this" || !isRule);
  const [scope, setScope] = useState<Scope>(() => {
    const last = kept(scopeKey(event));
    return offered.find((one) => one === last) ?? offered[0] ?? "all";
  });
  const [also, setAlso] = useState<string[]>([]);
  const [chosen, setChosen] = useState<Record<string, MisfitChoice>>({});
  const [now] = useState(() => new Date());
  const change = useCallback((): SeriesUpdateJson => {
    const update = seriesUpdateOf(event, values, scope, now);
    return { ...update, also: [...(update.also ?? []), ...also], misfits: chosen };
  }, [event, values, scope, now, also, chosen]);
  const { asked } = useAnswer(
    useCallback(async () => {
      if (scope === "this") return null;
      const { note: _note, ...json } = change();
      return ask((api) => api.series[":id"].preview.$post({ param: { id: event.series.id }, json }));
    }, [scope, change, event]),
  );
  const preview = asked.status === "there" ? asked.answer : null;
  const misfits = scope === "this" ? [] : (preview?.misfits ?? []);
  /** The choice for each date: to move it if there is a day near, else to keep it, until the organizer chooses. */
  const choices = Object.fromEntries(
    misfits.map(({ eventId, nearest }) => [eventId, chosen[eventId] ?? (nearest ? "move" : "keep")] as const),
  );
  // The first preview knows no choices, so the count of people follows with theirs.
  if (misfits.some(({ eventId }) => chosen[eventId] === undefined)) setChosen({ ...chosen, ...choices });
  const cancels = Object.values(choices).includes("cancel");

  /** Another scope has other dates that fall out, with other days near them. */
  function choose(another: Scope) {
    setScope(another);
    setChosen({});
  }

  async function save({ reason = "" }: Record<string, string>): Promise<FieldErrors | void> {
    keep(scopeKey(event), scope);
    if (scope === "this") return onDone(await saveOne(), false);
    try {
      const json = { ...change(), misfits: choices, ...(cancels && { reason }) };
      await ask((api) => api.series[":id"].$patch({ param: { id: event.series.id }, json }));
      toast("success", say("series.change.done"));
      onDone(undefined, true);
    } catch (error) {
      const wrong = refused(error, say("manage.edit.failed"), say("typed.kept"));
      if ("reason" in wrong) return wrong;
      onDone(inEventFields(wrong, values), false);
    }
  }

  return (
    <Dialog title={say("series.change.title")} width="34rem" onClose={onClose}>
      <Form check={(typed) => (cancels ? checkReason(typed) : {})} onSend={save} className="mt-2 flex flex-col gap-4">
        <div role="radiogroup" aria-label={say("series.change.title")} className="divide-y divide-(--hair)">
          {offered.map((one) => (
            <ScopeChoice key={one} scope={one} event={event} isChosen={one === scope} onChoose={() => choose(one)} />
          ))}
        </div>
        {scope !== "this" && (
          <div role="status" className="flex flex-col gap-3">
            {preview ? (
              <Consequences preview={preview} onAlso={(id) => setAlso([...also, id])} />
            ) : (
              <p>{say(asked.status === "failed" ? "series.change.unknown" : "loading")}</p>
            )}
          </div>
        )}
        {misfits.length > 0 && (
          <Misfits
            misfits={misfits}
            choices={choices}
            onChoose={(id, choice) => setChosen({ ...choices, [id]: choice })}
          />
        )}
        {cancels && (
          <ReasonField
            label={say("cancel.reason")}
            placeholder={say("cancel.reason.placeholder")}
            initial={undefined}
          />
        )}
        <DialogFoot>
          <button type="button" className="btn" onClick={onClose}>
            {say("series.change.back")}
          </button>
          <SubmitButton busy={say("manage.edit.submitting")}>
            {preview ? saveTold(preview.told) : say("series.change.save")}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

const saveTold = (count: number) =>
  count > 0 ? say("series.change.save_told", { count }) : say("series.change.save_quiet");

type ScopeProps = { scope: Scope; event: DateEvent; isChosen: boolean; onChoose: () => void };

function ScopeChoice({ scope, event, isChosen, onChoose }: ScopeProps) {
  const day = dayOf(event.series.start);
  return (
    <label className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2 has-focus-visible:outline-3 has-focus-visible:outline-focus">
      <span className="row-span-2 flex">
        <Radio name="scope" value={scope} checked={isChosen} onChange={onChoose} />
      </span>
      <span className="font-semibold">{say(`series.scope.${scope}`, { weekday: weekdayOf(day) })}</span>
      <span className="quiet text-sm">{say(`series.scope.${scope}.text`, { date: shortDay(day) })}</span>
    </label>
  );
}

/** The names of fields that one date can have for itself, as a sentence names them. */
const named = {
  title: () => say("series.field.title"),
  eventDate: () => say("series.field.time"),
  location: () => say("series.field.place"),
  description: () => say("series.field.description"),
  maxParticipant: () => say("series.field.spots"),
};
const nameOf = (field: string) => (named[field as keyof typeof named] ?? (() => say("series.field.other")))();

function Consequences({ preview, onAlso }: { preview: SeriesPreview; onAlso: (eventId: string) => void }) {
  const { changed, removed, kept: own } = preview;
  return (
    <>
      <p>
        {changed > 0 ? say("series.change.changes", { count: changed }) : say("series.change.changes_none")}
        {removed > 0 && ` ${say("series.change.replaced", { count: removed })}`}
      </p>
      {own.map(({ eventId, start, fields }) => (
        <p key={eventId} className="rounded-box bg-base-200 px-4 py-1.5">
          {say("series.change.kept", { date: shortDay(dayOf(start)), what: nameOf(fields[0] ?? "") })}{" "}
          <button type="button" className="btn btn-ghost px-1" onClick={() => onAlso(eventId)}>
            {say("series.change.also")}
          </button>
        </p>
      ))}
    </>
  );
}
