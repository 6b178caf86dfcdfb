import { useState } from "react";

import type { ContactAddress } from "#domain/contact-addresses/shapes.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { useProof } from "../session/use-proof.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { AccountSection } from "./account-section.tsx";

type AccountContactProps = { user: SessionUser; saved: ContactAddress };

/** The contact address shown on the member's events, and a form to change it. */
export function AccountContact({ user: { email: own }, saved }: AccountContactProps) {
  const [{ inUse, waiting }, setAddress] = useState(saved);
  const { proof, proven } = useProof();

  async function askFor(email: string) {
    setAddress(await proven(() => ask((api) => api.account["contact-address"].$put({ json: { email } }))));
    toast("success", say("own.contact.sent", { email }));
  }

  async function send({ email = "" }: Record<string, string>, form: HTMLFormElement): Promise<FieldErrors | void> {
    try {
      await askFor(email.trim());
      form.reset();
    } catch (error) {
      return refused(error);
    }
  }

  const { busy, run } = useDeed((deed: () => Promise<void>) => deed());

  const remove = () =>
    run(async () => {
      setAddress(await ask((api) => api.account["contact-address"].$delete()));
      toast("success", say("own.contact.removed", { email: own }));
    });

  return (
    <AccountSection title={say("own.contact")} value={inUse ?? own} text={say("own.contact.text")}>
      <p role="status" className="break-words">
        {say(inUse ? "own.contact.in_use" : "own.contact.own", { email: inUse ?? own })}
        {waiting && <span className="block">{say("own.contact.waiting", { email: waiting })}</span>}
      </p>
      {(inUse ?? waiting) && (
        <div className="flex flex-wrap gap-3">
          {waiting && (
            <button
              type="button"
              className="btn"
              aria-disabled={busy || undefined}
              onClick={() => run(() => askFor(waiting))}
            >
              {say("own.contact.again")}
            </button>
          )}
          <button type="button" className="btn" aria-disabled={busy || undefined} onClick={remove}>
            {say("own.contact.remove")}
          </button>
        </div>
      )}
      <Form onSend={send} className="flex flex-col gap-4">
        <EmailField label={say("own.contact.new")} />
        <SubmitButton busy={say("own.saving")} className="self-start">
          {say("own.contact.save")}
        </SubmitButton>
      </Form>
      {proof}
    </AccountSection>
  );
}
