import { useState } from "react";

import { say } from "#messages/site.ts";

import { post } from "../session/auth-call.ts";
import { sentenceOf } from "../session/refusal.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

/** Asks a member to confirm their address, and has the mail sent again. It is in nobody's way: everything works without. */
export function Unverified({ email }: { email: string }) {
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

  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-3 rounded-box border border-base-300 bg-base-100 px-4 py-1">
      <Icon name="mail" className="size-5 text-accent" />
      <span className="min-w-0 flex-1 basis-60 py-2 break-words">{say("unverified.text", { email })}</span>
      <button type="button" className="btn btn-ghost" aria-disabled={busy || undefined} onClick={() => void send()}>
        {say("unverified.again")}
      </button>
    </p>
  );
}
