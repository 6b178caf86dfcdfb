import { say } from "#messages/say.ts";

import { toast } from "../ui/toast.tsx";
import { post } from "./auth-call.ts";
import { sentenceOf } from "./refusal.ts";
import { useDeed } from "./use-deed.ts";

/** Requests the mail that confirms the member's own address again, and says so. */
export function useVerificationMail(email: string) {
  const { busy, run: send } = useDeed(
    () => post("send-verification-email", {}),
    () => toast("success", say("unverified.sent", { email })),
    (error) => toast("error", sentenceOf(error)),
  );
  return { busy, send };
}
