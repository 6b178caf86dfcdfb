import { useState } from "react";
import { useLocation } from "react-router";

import { brokenPasswordRule } from "#domain/members/rules.ts";
import { say } from "#messages/accounts-password.ts";

import { Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/reset-password";
import { pageMeta } from "../page-meta.ts";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { refused } from "../session/refused.ts";
import { post } from "../session/auth-call.ts";
import { theAuth } from "../session/identity.ts";
import { isRefusal } from "../session/refusal.ts";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/reset-password", title: say("reset.title"), forMembers: true });

/** Where the link of the mail leads: a new password, by the secret behind the address's `#`. */
export default function ResetPassword() {
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const [gone, setGone] = useState("");

  async function reset({ newPassword = "" }: Record<string, string>): Promise<FieldErrors | void> {
    if (!token) return setGone(say("reset.incomplete"));
    try {
      await post("reset-password", { token, newPassword });
      // The sessions have ended, this one's too.
      await theAuth().refresh();
      notice({ title: say("reset.done"), text: say("reset.done.text") });
      await navigate("/login", { replace: true });
    } catch (error) {
      if (isRefusal(error, "link_used")) return setGone(error.message);
      return refused(error);
    }
  }

  return (
    <NarrowPage title={say("reset.title")} lead={say("reset.lead")}>
      <Form
        onSend={reset}
        check={({ newPassword = "" }): FieldErrors => {
          const broken = brokenPasswordRule(newPassword);
          return broken ? { newPassword: say(broken) } : {};
        }}
        className="flex flex-col gap-4"
      >
        <PasswordField
          name="newPassword"
          label={say("reset.password")}
          autoComplete="new-password"
          hint={say("register.password.hint")}
        />
        <SubmitButton busy={say("reset.submitting")}>{say("reset.submit")}</SubmitButton>
      </Form>
      <div role="alert" className="flex flex-col gap-3 empty:hidden">
        {gone && (
          <>
            <p className="font-medium text-error">{gone}</p>
            <Link to="/forgot-password" className="btn btn-outline">
              {say("reset.again")}
            </Link>
          </>
        )}
      </div>
    </NarrowPage>
  );
}
