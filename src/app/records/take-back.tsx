import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";

type TakeBackProps = { id: string; label: string; onDone: () => void; onClose: () => void };

/** Asks for confirmation before a proof is revoked for good. */
export function TakeBack({ id, label, onDone, onClose }: TakeBackProps) {
  const [busy, setBusy] = useState(false);

  async function end() {
    if (busy) return;
    setBusy(true);
    try {
      await ask((api) => api.account.credentials[":id"].$delete({ param: { id } }));
    } catch (error) {
      // If another tab has revoked it, the member's wish is met.
      if (!isRefusal(error, "not_found")) {
        setBusy(false);
        return void refused(error);
      }
    }
    toast("success", say("record.back.done"));
    onDone();
    onClose();
  }

  return (
    <Dialog title={say("record.back.title")} role="alertdialog" onClose={onClose}>
      <p className="mt-2 text-lg wrap-anywhere">{say("record.back.text", { label })}</p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {say("record.back.no")}
        </button>
        <button type="button" className="btn btn-error" aria-disabled={busy || undefined} onClick={() => void end()}>
          {say(busy ? "record.back.busy" : "record.back.yes")}
        </button>
      </div>
    </Dialog>
  );
}
