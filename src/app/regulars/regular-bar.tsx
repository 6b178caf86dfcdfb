import { lazy, Suspense, useCallback, useState } from "react";

import { nearDateOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import type { OwnRegular } from "#domain/regulars/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { toast } from "../ui/toast.tsx";

const loadPause = () => import("./pause-dialog.tsx");
const PauseDialog = lazy(loadPause);

export type RegularBarProps = {
  event: Event;
  series: NonNullable<Event["series"]>;
  /** True if the reader is registered for this date. */
  isIn: boolean;
  /** Called after a change, so that the page reads the reader's registration again. */
  onChanged: () => Promise<unknown>;
};

/**
 * The second line of the bar at a date of a series: offers to come every time, once the reader has joined two dates.
 * People who do skip this date there, or pause.
 */
export default function RegularBar({ event, series, isIn, onChanged }: RegularBarProps) {
  const { id } = series;
  const read = useCallback(() => ask((api) => api.series[":id"].regular.$get({ param: { id } })), [id]);
  const { asked, again } = useAnswer<OwnRegular>(read, isIn);
  const [busy, setBusy] = useState(false);
  const [isPausing, setPausing] = useState(false);
  if (asked.status !== "there") return null;
  const own = asked.answer;

  /** Makes a call, says that it is done, and reads everything again. */
  const does = (deed: () => Promise<unknown>, done: string, undo?: () => void) => async () => {
    if (busy) return;
    setBusy(true);
    try {
      await deed();
      if (done) toast("success", done, undo && { text: say("undo"), press: undo });
      again();
      await onChanged();
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  };
  const param = { id };
  const date = { id, eventId: event._id };
  const day = nearDateOf(new Date(event.eventDate), event.timeZone);
  const stop = does(() => ask((api) => api.series[":id"].regular.$delete({ param })), say("regulars.done.stop"));
  const become = does(
    () => ask((api) => api.series[":id"].regular.$put({ param })),
    say("regulars.bar.became"),
    () => void stop(),
  );
  const putAway = does(() => ask((api) => api.series[":id"].regular["offer-away"].$put({ param })), "");
  const unskip = does(
    () => ask((api) => api.series[":id"].regular.skips[":eventId"].$delete({ param: date })),
    say("regulars.done.unskip"),
  );
  const skip = does(
    () => ask((api) => api.series[":id"].regular.skips[":eventId"].$put({ param: date })),
    say("regulars.bar.skipped", { day }),
    () => void unskip(),
  );

  if (own.isOffered && isIn)
    return (
      <div className="press regular">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy || undefined}
          onClick={() => void become()}
        >
          {say("regulars.bar.offer", { days: own.days })}
        </button>
        <button type="button" className="btn" aria-label={say("regulars.bar.away")} onClick={() => void putAway()}>
          <Icon name="x" className="size-4.5" />
        </button>
      </div>
    );
  if (!own.regular) return null;
  return (
    <div className="press regular">
      {isIn ? (
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void skip()}>
          {say("regulars.bar.skip", { day })}
        </button>
      ) : (
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void unskip()}>
          {say("regulars.page.unskip")}
        </button>
      )}
      <button type="button" className="btn" onClick={() => openPart(loadPause, () => setPausing(true))}>
        {say("regulars.bar.pause")}
      </button>
      {isPausing && (
        <Suspense>
          <PauseDialog
            seriesId={id}
            regular={own.regular}
            onDone={async () => {
              again();
              await onChanged();
            }}
            onStop={stop}
            onClose={() => setPausing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
