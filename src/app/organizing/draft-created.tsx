import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import { useVerificationMail } from "../session/use-verification-mail.ts";
import { DoneCard } from "../ui/done-card.tsx";

const mail = { name: "mail", className: "text-accent" } as const;

/** After an event was created by a member whose address is not confirmed: what publishes it, and how to get the mail again. */
export function DraftCreated({ email }: { email: string }) {
  const { busy, send } = useVerificationMail(email);
  return (
    <DoneCard icon={mail} title={say("create.draft")} text={say("create.draft.text", { email })}>
      <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={() => void send()}>
        {say("create.draft.again")}
      </button>
      <Link to="/manage-events" className="btn btn-ghost">
        {say("create.draft.manage")}
      </Link>
    </DoneCard>
  );
}
