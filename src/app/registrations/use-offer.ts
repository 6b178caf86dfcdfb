import { useState } from "react";

import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { toast } from "../ui/toast.tsx";

/** Called after a change with the new registration, or without it after a refusal. */
export type OnChanged = (registration?: OwnRegistration) => Promise<void>;

/** Accepts or declines a member's offer. */
export function useOffer(eventId: string, onChanged: OnChanged) {
  const [busy, setBusy] = useState(false);
  const param = { eventId };

  async function answer(yes: boolean) {
    if (busy) return;
    setBusy(true);
    let now: OwnRegistration | undefined;
    try {
      now = yes
        ? (await ask((api) => api["join-event"][":eventId"].take.$post({ param }))).registration
        : (await ask((api) => api["join-event"][":eventId"].$delete({ param }))).registration;
      if (!yes) toast("success", say("offer.declined"));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
    await onChanged(now);
  }

  return { busy, answer };
}
