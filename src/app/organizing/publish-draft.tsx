import { useState } from "react";

import type { Event } from "#domain/events/shapes.ts";
import { say } from "#messages/organizing.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

/** Publishes a draft that confirming the address did not, because somebody else may have written it. */
export function PublishDraft({ event, onPublished }: { event: Event; onPublished: (event: Event) => void }) {
  const [busy, setBusy] = useState(false);

  async function publish() {
    if (busy) return;
    setBusy(true);
    try {
      await ask((api) => api.events[":id"].publish.$post({ param: { id: event._id } }));
      onPublished({ ...event, status: "active" });
      toast("success", say("manage.draft.published"));
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      aria-label={say("manage.draft.publish_of", { title: event.title })}
      aria-disabled={busy || undefined}
      className="btn btn-primary first"
      onClick={() => void publish()}
    >
      <Icon name="circle-check" className="size-5" />
      {say("manage.draft.publish")}
    </button>
  );
}
