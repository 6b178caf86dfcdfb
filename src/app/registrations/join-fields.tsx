import type { ReactNode } from "react";

import { isFull, spotsOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { avatarAddress, brokenPasswordRule } from "#domain/members/rules.ts";
import { nameMax } from "#domain/values/rules.ts";
import { say } from "#messages/say.ts";

import { GoogleButton } from "../accounts/google-button.tsx";
import { Link } from "../addresses.ts";
import { theAuth } from "../session/identity.ts";
import { intend } from "../session/intention.ts";
import { joinByMail } from "../session/mailed.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { cameFrom } from "../session/return-address.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { AboutFields, aboutOf } from "./about-fields.tsx";
import { pendingText } from "./pending.ts";
import type { Party, useOwnRegistration } from "./use-own-registration.ts";

type JoinFieldsProps = { event: Event; party: Party; own: ReturnType<typeof useOwnRegistration>; children: ReactNode };

/**
 * The fields for a visitor who joins: a name and an address, a password if Firebase handles accounts, or another way to
 * log in.
 */
export function JoinFields({ event, party, own, children }: JoinFieldsProps) {
  const settings = useSiteSettings();
  const hasPassword = Boolean(settings?.firebase);
  const full = isFull(spotsOf(event));
  const path = `/view-event/${event._id}` as const;

  async function send(values: Record<string, string>): Promise<FieldErrors | void> {
    const { name = "", email = "", password = "" } = values;
    const about = aboutOf(values);
    try {
      if (hasPassword) {
        await theAuth().register({ name, email, password, photo: avatarAddress(name) });
        return (await own.tryJoin({ ...party, ...about }, true)) ?? undefined;
      }
      const { guests = [], whenShort = "wait" } = party;
      const answer = await joinByMail({ eventId: event._id, name, email, guests, whenShort, ...about });
      if ("join" in answer) await own.arrive(answer);
      else await own.wait(pendingText(answer));
    } catch (error) {
      if (isRefusal(error, "email_taken")) return { email: error.message };
      return refused(error);
    }
  }

  return (
    <>
      <p className="mt-3">{say(full ? "sheet.lead.waitlist" : hasPassword ? "sheet.lead.firebase" : "sheet.lead")}</p>
      {children}
      <DraftedForm
        name="join-sheet"
        className="mt-4 flex flex-col gap-4"
        onSend={send}
        {...(hasPassword && { check: checkPassword })}
      >
        {(draft) => (
          <>
            <Field
              name="name"
              label={say("sheet.name")}
              defaultValue={draft["name"]}
              autoComplete="name"
              maxLength={nameMax}
              required
              whenMissing={say("rule.name.required")}
            />
            <EmailField label={say("sheet.email")} defaultValue={draft["email"]} />
            <AboutFields event={event} draft={draft} />
            {hasPassword && <PasswordField label={say("sheet.password")} autoComplete="new-password" />}
            <DialogFoot className="grid">
              <SubmitButton busy={say("event.joining")}>{say(full ? "event.wait" : "event.join")}</SubmitButton>
            </DialogFoot>
          </>
        )}
      </DraftedForm>
      <div className="relative z-2 -mt-1 mb-4 flex flex-col items-stretch gap-1 sm:flex-row sm:items-center sm:justify-between">
        <Link
          to="/login"
          state={cameFrom(path)}
          className="btn btn-ghost"
          onClick={() => intend({ kind: "event", id: event._id, title: event.title, party }, path)}
        >
          {say("sheet.account")}
        </Link>
        {settings?.google && <GoogleButton onIn={() => void own.join(party)}>{say("sheet.google")}</GoogleButton>}
      </div>
    </>
  );
}

function checkPassword({ password = "" }: Record<string, string>): FieldErrors {
  const broken = brokenPasswordRule(password);
  return broken ? { password: say(`rule.password.${broken}`) } : {};
}
