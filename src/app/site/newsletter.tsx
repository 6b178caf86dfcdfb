import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useOwnContact } from "../session/own-contact.ts";
import { isRefusal } from "../session/refusal.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

/** Signs an e-mail address up for the newsletter: specification 2 'Home', 5 and 7 `POST subscribe`. */
export function Newsletter() {
  const mails = useSiteSettings()?.mails;
  const [sentTo, setSentTo] = useState("");
  const own = useOwnContact();
  return (
    <section
      aria-labelledby="newsletter"
      className="rounded-box bg-secondary px-5 py-10 text-secondary-content sm:px-10"
    >
      <div className="grid gap-6">
        <div>
          <h2 id="newsletter" className="text-part">
            {say("home.newsletter.title")}
          </h2>
          <p className="mt-1">{say("home.newsletter.text")}</p>
        </div>
        <div>
          <Form
            action="/newsletter?filter="
            onSend={(values, form) => subscribe(values, form, setSentTo)}
            className="flex flex-col gap-3 sm:flex-row sm:items-start"
          >
            <div className="grid flex-1 gap-3 sm:grid-cols-2">
              <EmailField label={say("home.newsletter.email")} defaultValue={own.email} />
              <Field name="near" label={say("home.newsletter.near")} maxLength={100} />
            </div>
            <SubmitButton busy={say("loading")} className="sm:mt-[1.875rem]">
              {say("home.newsletter.submit")}
            </SubmitButton>
          </Form>
          {/* The emptied form alone would look as if nothing had been sent. The message's element exists from the
              start, so that screen readers announce its content. */}
          <p role="status" className="font-semibold wrap-anywhere">
            {sentTo && (
              <span className="mt-3 block">
                {say(mails ? "home.newsletter.confirm" : "home.newsletter.noted", { email: sentTo })}
              </span>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}

async function subscribe(
  { email = "", near = "" }: Record<string, string>,
  form: HTMLFormElement,
  onSent: (to: string) => void,
): Promise<FieldErrors | void> {
  try {
    await ask((api) => api.subscribe.$post({ json: { email, near } }));
    form.reset();
    onSent(email);
    toast("success", say("home.newsletter.done"));
  } catch (error) {
    const { filter, ...fields } = isRefusal(error, "invalid") ? error.fields : {};
    if (filter || Object.keys(fields).length > 0) return { ...fields, ...(filter && { near: filter }) };
    toast("error", say("home.newsletter.failed"));
    return {};
  }
}
