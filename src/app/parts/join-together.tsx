import { useState } from "react";

import { isFull, remainingPlaces } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { companionNameMax, companionsMax } from "#domain/joins/rules.ts";
import { say } from "#messages/places.ts";

import { Dialog } from "../ui/dialog.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import type { Together } from "./use-own-places.ts";

type JoinTogetherProps = {
  event: Event;
  join: (together: Together) => Promise<number | undefined>;
  onClose: () => void;
};

type Values = Readonly<Record<string, string>>;

/** The dialog in which somebody takes places for others too; when they do not all fit, they choose: wait, or take what is left. */
export default function JoinTogether({ event, join, onClose }: JoinTogetherProps) {
  async function send(values: Values): Promise<FieldErrors | void> {
    const companions = numbers(values).map((number) => ({
      name: (values[`name${number}`] ?? "").trim(),
      under18: values[`under18-${number}`] === "on",
    }));
    const places = await join({ companions, whenShort: values["whenShort"] === "take" ? "take" : "wait" });
    // What went wrong was said; what was typed stays.
    if (places === undefined) return {};
    onClose();
  }

  return (
    <Dialog title={say("together.title")} onClose={onClose}>
      <p className="quiet mt-2">{say("together.text")}</p>
      <DraftedForm name={`join-together.${event._id}`} className="mt-5 flex flex-col gap-6" onSend={send}>
        {(draft) => <TogetherFields event={event} draft={draft} onClose={onClose} />}
      </DraftedForm>
    </Dialog>
  );
}

/** 1, 2, … as many as come along. */
const numbers = ({ count = "1" }: Values) => Array.from({ length: Number(count) }, (_, index) => index + 1);

function TogetherFields({ event, draft, onClose }: { event: Event; draft: Values; onClose: () => void }) {
  const [count, setCount] = useState(draft["count"] ?? "1");
  const people = Number(count) + 1;
  const left = remainingPlaces(event);
  const full = isFull(event);
  const isShort = !full && left !== null && left < people;
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{say("together.count")}</legend>
        <div className="flex gap-2">
          {Array.from({ length: companionsMax }, (_, index) => String(index + 1)).map((number) => (
            <label
              key={number}
              className="btn btn-outline flex-1 px-0 has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="count"
                value={number}
                checked={count === number}
                className="sr-only"
                onChange={() => setCount(number)}
              />
              {number}
            </label>
          ))}
        </div>
      </fieldset>
      {numbers({ count }).map((number) => (
        <div key={number} className="flex flex-col gap-1">
          <Field
            name={`name${number}`}
            label={say("together.name", { number })}
            defaultValue={draft[`name${number}`]}
            maxLength={companionNameMax}
            autoComplete="off"
            required
            whenMissing={say("rule.companions.name")}
          />
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name={`under18-${number}`}
              defaultChecked={draft[`under18-${number}`] === "on"}
              className="size-5 shrink-0 accent-primary"
            />
            {say("together.under18")}
          </label>
        </div>
      ))}
      {isShort && (
        <fieldset className="flex flex-col">
          <legend className="mb-1.5 font-semibold">{say("together.short", { count: left, people })}</legend>
          {(["wait", "take"] as const).map((choice) => (
            <label key={choice} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="whenShort"
                value={choice}
                defaultChecked={(draft["whenShort"] ?? "wait") === choice}
                className="size-5 shrink-0 accent-primary"
              />
              {choice === "wait" ? say("together.wait") : say("together.take", { count: left })}
            </label>
          ))}
        </fieldset>
      )}
      {full && <p>{say("together.line")}</p>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {say("cancel")}
        </button>
        <SubmitButton busy={say("event.joining")}>
          {full ? say("together.submit_wait") : say("together.submit", { count: Number(count) })}
        </SubmitButton>
      </div>
    </>
  );
}
