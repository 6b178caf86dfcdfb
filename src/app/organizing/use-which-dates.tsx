import { lazy, type ReactNode, Suspense, useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/say.ts";

import type { FieldErrors } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import type { EventDraft } from "./event-form.ts";

// The lazily loaded dialog brings no styles of its own.
import "../ui/dialog-foot.css";

const load = () => import("./which-dates.tsx");
const WhichDates = lazy(load);

type Saving = {
  values: EventDraft;
  saveOne: () => Promise<FieldErrors | void>;
  done: (wrong: FieldErrors | void) => void;
};

/**
 * Saves changes of an event: at once if it happens once, otherwise for the dates of its series that the organizer
 * chooses in a dialog.
 */
export function useWhichDates(event: Event, onSeriesChanged: () => void) {
  const [saving, setSaving] = useState<Saving | null>(null);
  async function save(values: EventDraft, saveOne: () => Promise<FieldErrors | void>): Promise<FieldErrors | void> {
    if (event.series === null) return saveOne();
    try {
      await load();
    } catch {
      toast("error", say("network.failed"));
      return {};
    }
    return new Promise((done) => setSaving({ values, saveOne, done }));
  }
  const finish = (wrong: FieldErrors | void) => {
    saving?.done(wrong);
    setSaving(null);
  };
  const { series } = event;
  const dialog: ReactNode = saving && series && (
    <Suspense>
      <WhichDates
        event={{ ...event, series }}
        values={saving.values}
        saveOne={saving.saveOne}
        onDone={(wrong, isSeries) => {
          finish(wrong);
          if (isSeries) onSeriesChanged();
        }}
        onClose={() => finish({})}
      />
    </Suspense>
  );
  return { save, dialog };
}
