import { useState } from "react";

import { nameMax } from "#domain/values/rules.ts";
import { lengthOf, messageMax } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/contact";
import { pageMeta } from "../page-meta.ts";
import { refused } from "../session/refused.ts";
import { ask } from "../session/ask.ts";
import { useOwnContact } from "../session/own-contact.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DoneCard } from "../ui/done-card.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/contact", title: say("contact.title"), description: say("contact.description") });

type Values = Record<string, string>;

/** Specification 2 'Contact': name, e-mail and message, which are stored and mailed to the hosts. */
export default function Contact() {
  const [sent, setSent] = useState<Values | null>(null);
  const own = useOwnContact();

  async function send({ name = "", email = "", message = "" }: Values): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.contact.$post({ json: { name, email, message } }));
      setSent({ name, email });
    } catch (error) {
      return refused(error, say("contact.failed"), say("typed.kept"));
    }
  }

  if (sent) return <Sent values={sent} again={() => setSent(null)} />;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] lg:gap-x-16">
      <div className="flex items-center justify-between gap-6 lg:flex-col lg:items-stretch">
        <div>
          <h1 className="text-page">{say("contact.title")}</h1>
          <p className="quiet text-lg text-balance">{say("contact.lead")}</p>
        </div>
        <Drawing
          scene="activity-6"
          sky="no"
          // As tall as the form beside it.
          className="hidden aspect-[4/3] w-72 rounded-box border border-base-300 shrink-0 md:block lg:aspect-auto lg:h-0 lg:w-full lg:grow"
        />
      </div>
      <DraftedForm
        name="contact"
        label={say("contact.title")}
        className="sheet flex flex-col gap-5 p-5 sm:p-8"
        check={({ message = "" }) =>
          lengthOf(message.trim()) > messageMax ? { message: say("rule.message.too_long") } : {}
        }
        onSend={send}
      >
        {(draft) => (
          <>
            <noscript>
              <p className="rounded-field bg-secondary p-3 text-secondary-content">{say("noscript.contact")}</p>
            </noscript>
            <Field
              name="name"
              label={say("contact.name")}
              autoComplete="name"
              defaultValue={draft["name"] || own.name}
              maxLength={nameMax}
              required
              whenMissing={say("rule.name.required")}
            />
            <EmailField label={say("contact.email")} defaultValue={draft["email"] || own.email} />
            <CountedField
              name="message"
              label={say("contact.message")}
              max={messageMax}
              full={say("rule.message.too_long")}
              placeholder={say("contact.message.placeholder")}
              initial={draft["message"] ?? ""}
              required
              whenMissing={say("rule.message.required")}
              multiline
              rows={4}
            />
            <SubmitButton busy={say("contact.submitting")}>{say("contact.submit")}</SubmitButton>
          </>
        )}
      </DraftedForm>
    </div>
  );
}

function Sent({ values: { name = "", email = "" }, again }: { values: Values; again: () => void }) {
  return (
    <DoneCard title={say("contact.done")} text={say("contact.done.text", { name: name.trim(), email: email.trim() })}>
      <button type="button" className="btn" onClick={again}>
        {say("contact.another")}
      </button>
    </DoneCard>
  );
}
