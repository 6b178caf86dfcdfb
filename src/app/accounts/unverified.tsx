import { say } from "#messages/site.ts";

import { useVerificationMail } from "../session/use-verification-mail.ts";
import { Icon } from "../ui/icon.tsx";

/** Asks a member to confirm their address, and has the mail sent again. It is in nobody's way. */
export function Unverified({ email }: { email: string }) {
  const { busy, send } = useVerificationMail(email);
  return (
    <p className="sheet mb-6 flex items-center gap-3 p-1 ps-4">
      <Icon name="mail" className="size-5 text-accent max-sm:hidden" />
      {/* All of the address: whether it is right is what they are asked. */}
      <span className="min-w-0 flex-1 wrap-anywhere max-sm:text-sm">
        <b className="max-sm:block">{say("unverified.text")}</b> {say("unverified.mailed", { email })}
      </span>
      <button
        type="button"
        className="btn btn-outline px-3"
        aria-disabled={busy || undefined}
        onClick={() => void send()}
      >
        {say("unverified.again")}
      </button>
    </p>
  );
}
