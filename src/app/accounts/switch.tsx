import { useState } from "react";

import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { toast } from "../ui/toast.tsx";

type SwitchProps = {
  id: string;
  name: string;
  text: string;
  saved: boolean;
  save: (on: boolean) => Promise<unknown>;
  /** The announcement after saving. */
  done: (on: boolean) => string;
};

/** A setting that is on or off: each press is saved at once, and undone if that fails. */
export function Switch({ id, name, text, saved, save, done }: SwitchProps) {
  const [on, setOn] = useState(saved);
  const { busy, run } = useDeed(
    (next: boolean) => {
      setOn(next);
      return save(next);
    },
    (_, next) => toast("success", done(next)),
    (error, next) => {
      setOn(!next);
      refused(error);
    },
  );

  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-3">
      <input
        type="checkbox"
        className="tick mt-0.5"
        checked={on}
        aria-disabled={busy || undefined}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        onChange={({ currentTarget }) => run(currentTarget.checked)}
      />
      <span>
        <span id={id} className="font-semibold">
          {name}
        </span>
        <span id={`${id}-text`} className="quiet block text-sm">
          {text}
        </span>
      </span>
    </label>
  );
}
