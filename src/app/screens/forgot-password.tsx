import { useState } from "react";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import type { Route } from "./+types/forgot-password";
import { pageMeta } from "../page-meta.ts";
import { SceneFrame } from "../accounts/sign-in-frame.tsx";
import { refused } from "../session/refused.ts";
import { theAuth } from "../session/identity.ts";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/forgot-password", title: say("forgot.title"), forMembers: true });

/** Requests a mailed link to a new password: 'Forget Password?' in specification 2 'Login'. */
export default function ForgotPassword() {
  const [asked, setAsked] = useState("");

  async function ask({ email = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await theAuth().requestPasswordReset(email);
      setAsked(email.trim());
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <SceneFrame title={say("forgot.title")} lead={say("forgot.lead")}>
      <Form onSend={ask} className="flex flex-col gap-4">
        <EmailField label={say("login.email")} />
        <SubmitButton busy={say("forgot.submitting")}>{say("forgot.submit")}</SubmitButton>
      </Form>
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {asked && (
          <>
            <p className="font-semibold break-words">{say("forgot.done", { email: asked })}</p>
            <p className="quiet">{say("forgot.done.hint")}</p>
          </>
        )}
      </div>
      <Link
        to="/login"
        className="inline-flex min-h-11 items-center self-center font-semibold underline underline-offset-4"
      >
        {say("forgot.back")}
      </Link>
    </SceneFrame>
  );
}
