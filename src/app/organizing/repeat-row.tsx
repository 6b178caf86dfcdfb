import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";

import { say } from "#messages/say.ts";

import { openPart } from "../ui/open-part.ts";
import { AskRow } from "./ask-row.tsx";
import { type EventDraft, repeatNames } from "./event-form.ts";

type RepeatRowProps = { initial: EventDraft; values: EventDraft; isSeries?: boolean };
type Part = typeof import("./repeat-fields.tsx");

/**
 * The row 'Happens once', which opens the fields for how an event repeats. Most events happen once, so these load when
 * the organizer opens them, or with a draft that repeats.
 */
export function RepeatRow({ initial, values, isSeries = false }: RepeatRowProps) {
  const [part, setPart] = useState<Part>();
  const load = useCallback(async () => {
    const loaded = await import("./repeat-fields.tsx");
    // The sheet opens right after, and focus goes to its first field.
    flushSync(() => setPart(loaded));
  }, []);
  const isKept = Boolean(initial.repeats);
  useEffect(() => {
    if (isKept) load().catch(() => {});
  }, [isKept, load]);

  const answer = part?.repeatAnswer(values) ?? {
    text: say(values.repeats ? "form.repeats.some" : "form.repeats.once"),
    more: say("form.repeats.hint"),
  };
  return (
    <AskRow
      question={say("form.repeats")}
      hint=""
      icon="repeat"
      names={repeatNames}
      answer={answer}
      opening={(open) => openPart(load, open)}
    >
      {part ? (
        <part.RepeatFields initial={initial} values={values} isSeries={isSeries} />
      ) : (
        repeatNames.map((name) => <input key={name} type="hidden" name={name} value={initial[name] ?? ""} />)
      )}
    </AskRow>
  );
}
