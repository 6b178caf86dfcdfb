import { useState } from "react";

import { say } from "#messages/say.ts";

import { toast } from "../ui/toast.tsx";
import { post } from "./auth-call.ts";
import { sentenceOf } from "./refusal.ts";

/** Requests the mail that confirms the member's own address again, and says so. */
export function useVerificationMail(email: string) {
  const [busy, setBusy] = useState(false);

  async function send() {
    if (busy) return;
    setBusy(true);
    try {
      await post("send-verification-email", {});
      toast("success", say("unverified.sent", { email }));
    } catch (error) {
      toast("error", sentenceOf(error));
    }
    setBusy(false);
  }

  return { busy, send };
}
