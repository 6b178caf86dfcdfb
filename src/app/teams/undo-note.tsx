import { useEffect } from "react";

import { undoTime } from "#domain/registrations/rules.ts";
import { say } from "#messages/say.ts";

import { useDeed } from "../session/use-deed.ts";
import { toast } from "../ui/toast.tsx";

type UndoNoteProps = { name: string; undo: () => Promise<unknown>; onUndone: () => void; onOver: () => void };

/**
 * Says for ten seconds that an organizer's rights have ended, with a button to undo it. It stands in the sheet, because
 * a note beside an open sheet cannot be pressed.
 */
export function UndoNote({ name, undo, onUndone, onOver }: UndoNoteProps) {
  const { busy, run } = useDeed(undo, () => {
    toast("success", say("team.restored", { name }));
    onUndone();
  });
  useEffect(() => {
    if (busy) return;
    const timer = setTimeout(onOver, undoTime);
    return () => clearTimeout(timer);
  }, [busy, onOver]);
  return (
    <div role="status" className="mt-4 flex flex-wrap items-center gap-3 rounded-box bg-base-200 px-4 py-2">
      <p className="min-w-0 flex-[1_1_14rem] break-words">{say("team.ended", { name })}</p>
      <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => run()}>
        {say("undo")}
      </button>
    </div>
  );
}
