import type { OwnRegular } from "#domain/regulars/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toast.tsx";

export type PauseDialogProps = {
  seriesId: string;
  regular: NonNullable<OwnRegular["regular"]>;
  onDone: () => Promise<unknown>;
  onStop: () => Promise<void>;
  onClose: () => void;
};

/** Pauses from one day to another, ends a pause, or stops coming every time. */
export default function PauseDialog({ seriesId, regular, onDone, onStop, onClose }: PauseDialogProps) {
  const param = { id: seriesId };
  async function change(call: () => Promise<unknown>, done: string) {
    try {
      await call();
      toast("success", done);
      onClose();
      await onDone();
      return undefined;
    } catch (error) {
      return refused(error);
    }
  }
  const endPause = () =>
    change(() => ask((api) => api.series[":id"].regular.pause.$delete({ param })), say("regulars.pause.ended"));
  return (
    <DialogForm
      title={say("regulars.pause.title")}
      text={say("regulars.pause.text")}
      name={`pause-${seriesId}`}
      submit={say("regulars.bar.pause")}
      busy={say("regulars.pause.busy")}
      onClose={onClose}
      onSend={async ({ from = "", until = "" }) =>
        change(
          () => ask((api) => api.series[":id"].regular.pause.$put({ param, json: { from, until } })),
          say("regulars.pause.done"),
        )
      }
    >
      {(draft) => (
        <>
          <div className="flex flex-wrap gap-4">
            <Field
              name="from"
              type="date"
              label={say("regulars.pause.from")}
              required
              defaultValue={draft["from"] ?? regular.pausedFrom ?? ""}
            />
            <Field
              name="until"
              type="date"
              label={say("regulars.pause.until")}
              required
              defaultValue={draft["until"] ?? regular.pausedUntil ?? ""}
            />
          </div>
          <div className="flex flex-wrap gap-3">
            {regular.pausedFrom !== null && (
              <button type="button" className="btn btn-ghost px-0" onClick={() => void endPause()}>
                {say("regulars.pause.end")}
              </button>
            )}
            <button
              type="button"
              className="btn btn-ghost px-0"
              onClick={() => {
                onClose();
                void onStop();
              }}
            >
              {say("regulars.page.stop")}
            </button>
          </div>
        </>
      )}
    </DialogForm>
  );
}
