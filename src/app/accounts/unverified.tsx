import { say } from "#messages/site.ts";

import { useVerificationMail } from "../session/use-verification-mail.ts";
import { Icon } from "../ui/icon.tsx";

/** Asks a member to confirm their address, and has the mail sent again. It is in nobody's way. */
export function Unverified({ email }: { email: string }) {
  const { busy, send } = useVerificationMail(email);
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
