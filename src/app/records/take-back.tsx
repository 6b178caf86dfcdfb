import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";
import { toast } from "../ui/toast.tsx";

type TakeBackProps = { id: string; label: string; onDone: () => void; onClose: () => void };

/** Asks for confirmation before a proof is revoked for good. */
export function TakeBack({ id, label, onDone, onClose }: TakeBackProps) {
  const { busy, run } = useDeed(
    () => ask((api) => api.account.credentials[":id"].$delete({ param: { id } })),
    finish,
    // It was taken back in another tab, which is the wanted result.
    (error) => (isRefusal(error, "not_found") ? finish() : refused(error)),
  );
  function finish() {
    toast("success", say("record.back.done"));
    onDone();
    onClose();
  }

  return (
    <Confirm
      title={say("record.back.title")}
      yes={say(busy ? "record.back.busy" : "record.back.yes")}
      no={say("record.back.no")}
      busy={busy}
      onYes={run}
      onClose={onClose}
    >
      <p className="mt-2 text-lg wrap-anywhere">{say("record.back.text", { label })}</p>
    </Confirm>
  );
}
