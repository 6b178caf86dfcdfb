import { useState } from "react";

import { brokenPasswordRule } from "#domain/members/rules.ts";
import { say } from "#messages/say.ts";

import { post } from "../session/auth-call.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { isRefusal } from "../session/refusal.ts";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { toast } from "../ui/toast.tsx";
import { AccountSection } from "./account-section.tsx";
import { LogInAgain } from "../session/log-in-again.tsx";
import { refused } from "../session/refused.ts";

/** The provider's name for logging in with a password. */
export const byPassword = "credential";

type AccessProps = { user: SessionUser; ways: string[] };

/** The member's address, its confirmation, and a form to change it. */
export function AccountEmail({ user, ways }: AccessProps) {
  const [again, setAgain] = useState(false);

  async function change(values: Record<string, string>, form: HTMLFormElement): Promise<FieldErrors | void> {
    try {
      await post("change-email", values);
      toast("success", say("own.email.done", { email: values["newEmail"]?.trim() ?? "" }));
      form.reset();
      setAgain(false);
    } catch (error) {
      if (isRefusal(error, "log_in_again")) return setAgain(true);
      return refused(error);
    }
  }

  return (
    <AccountSection
      title={say("own.email")}
      value={
        <span className="flex flex-wrap gap-x-3">
          {user.email}
          <span
            className={`flex items-center gap-1 font-medium ${user.emailVerified ? "text-primary" : "text-accent"}`}
          >
            <Icon name={user.emailVerified ? "badge-check" : "mail"} className="size-4" />
            {say(user.emailVerified ? "own.email.verified" : "own.email.unverified")}
          </span>
        </span>
      }
      text={say("own.email.text", { email: user.email })}
    >
      <Form onSend={change} className="flex flex-col gap-4">
        <EmailField name="newEmail" label={say("own.email.new")} />
        {ways.includes(byPassword) && (
          <PasswordField label={say("own.email.password")} autoComplete="current-password" />
        )}
        {again && (
          <LogInAgain
            ways={ways}
            onDone={() => {
              setAgain(false);
              toast("success", say("own.again.done"));
            }}
          />
        )}
        <SubmitButton busy={say("own.saving")} className="self-start">
          {say("own.email.save")}
        </SubmitButton>
      </Form>
    </AccountSection>
  );
}

/** A new password, proved by the old one; members without a password can request a mailed link. */
export function AccountPassword({ user, ways, onChanged }: AccessProps & { onChanged: () => void }) {
  async function change(values: Record<string, string>, form: HTMLFormElement): Promise<FieldErrors | void> {
    try {
      await post("change-password", values);
      toast("success", say("own.password.done"));
      form.reset();
      onChanged();
    } catch (error) {
      return refused(error);
    }
  }

  async function mailLink() {
    try {
      await theAuth().requestPasswordReset(user.email);
      toast("success", say("own.password.link.done", { email: user.email }));
    } catch (error) {
      refused(error);
    }
  }

  if (!ways.includes(byPassword)) {
    const provider = ways[0] === "firebase" ? "Firebase" : "Google";
    const text = ways.length === 0 ? say("own.password.never") : say("own.password.none", { provider });
    return (
      <AccountSection title={say("own.password")} value={say("own.password.unset")} text={text}>
        <button type="button" className="btn self-start" onClick={() => void mailLink()}>
          {say("own.password.link")}
        </button>
      </AccountSection>
    );
  }
  return (
    <AccountSection title={say("own.password")} value={say("own.password.set")} text={say("own.password.text")}>
      <Form onSend={change} check={checkNewPassword} className="flex flex-col gap-4">
        <PasswordField name="currentPassword" label={say("own.password.current")} autoComplete="current-password" />
        <PasswordField
          name="newPassword"
          label={say("own.password.next")}
          autoComplete="new-password"
          hint={say("own.password.hint")}
        />
        <SubmitButton busy={say("own.saving")} className="self-start">
          {say("own.password.save")}
        </SubmitButton>
      </Form>
    </AccountSection>
  );
}

function checkNewPassword({ newPassword = "" }: Record<string, string>): FieldErrors {
  const broken = brokenPasswordRule(newPassword);
  return broken ? { newPassword: say(`rule.password.${broken}`) } : {};
}
