import { useEffect, useRef } from "react";

import type { MailAsked, MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { CodeForm } from "./code-form.tsx";
import { tellJoin } from "./tell-join.ts";

type MailedCodeProps = { sent: MailAsked; onIn: (signedIn: MailSignedIn) => void; onOther: () => void };

/** The page after a log-in link was requested: the mail also has a code, for members who stay here. */
export function MailedCode({ sent, onIn, onOther }: MailedCodeProps) {
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <div>
      <p ref={told} tabIndex={-1} role="status" className="break-words outline-none">
        {say("code.sent", { email: sent.asked.email })}
      </p>
      <CodeForm
        claim={sent.claim}
        submit={say("code.submit")}
        onIn={(signedIn) => {
          tellJoin(signedIn);
          onIn(signedIn);
        }}
        other={
          <button type="button" className="btn btn-ghost px-0" onClick={onOther}>
            {say("code.other")}
          </button>
        }
      />
    </div>
  );
}
