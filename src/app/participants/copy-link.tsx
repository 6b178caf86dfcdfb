import { eventPath } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { copyText } from "../ui/copy-text.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { fromMenu } from "../ui/more-menu.tsx";

/** A button to copy an event's address for an invitation, on its own or in a menu. */
export function CopyLink({ eventId, className }: { eventId: string; className: string }) {
  async function copy() {
    const link = `${location.origin}${eventPath(eventId)}`;
    if (await copyText(link)) toast("success", say("participants.link.copied"));
    else toast("error", say("participants.link.not_copied", { link }));
  }
  return (
    <button type="button" className={className} onClick={fromMenu(() => void copy())}>
      <Icon name="copy" className="size-5" />
      {say("participants.link.copy")}
    </button>
  );
}
