import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { toast } from "../ui/toast.tsx";

/** Called after a change with the new registration, or without it after a refusal. */
export type OnChanged = (registration?: OwnRegistration) => Promise<void>;

/** Accepts or declines a member's offer. */
export function useOffer(eventId: string, onChanged: OnChanged) {
  const param = { eventId };
  const { busy, run: answer } = useDeed(
    async (yes: boolean) =>
      yes
        ? (await ask((api) => api["join-event"][":eventId"].accept.$post({ param }))).registration
        : (await ask((api) => api["join-event"][":eventId"].$delete({ param }))).registration,
    async (now, yes) => {
      if (!yes) toast("success", say("offer.declined"));
      await onChanged(now);
    },
    async (error) => {
      refused(error);
      await onChanged();
    },
  );

  return { busy, answer };
}
