import { useEffect, useRef } from "react";

import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import { useVerificationMail } from "../session/use-verification-mail.ts";
import { Icon } from "../ui/icon.tsx";

/** After an event was created by a member whose address is not confirmed: what publishes it, and how to get the mail again. */
export function DraftCreated({ email }: { email: string }) {
  const { busy, send } = useVerificationMail(email);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sheet mx-auto flex max-w-lg flex-col items-center gap-4 px-6 py-14 text-center">
      <Icon name="mail" className="size-14 text-accent" />
      <h1 ref={heading} tabIndex={-1} className="text-page outline-none">
        {say("create.draft")}
      </h1>
      <p className="quiet text-lg break-words">{say("create.draft.text", { email })}</p>
      <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={() => void send()}>
        {say("create.draft.again")}
      </button>
      <Link to="/manage-events" className="btn btn-ghost">
        {say("create.draft.manage")}
      </Link>
    </div>
  );
}
