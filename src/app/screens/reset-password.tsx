import { useEffect, useState } from "react";
import { useLocation } from "react-router";

import { brokenPasswordRule } from "#domain/members/rules.ts";
import { say } from "#messages/say.ts";

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
import { Spinner } from "../ui/spinner.tsx";
import { useAlive } from "../ui/use-alive.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/reset-password", title: say("reset.title"), forMembers: true });

/**
 * The target of the mailed link: a new password, with the secret behind the address's `#`. An expired link says so
 * before the reader types anything.
 */
export default function ResetPassword() {
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  // The server renders the page without the part behind the `#`.
  const alive = useAlive();
  const [gone, setGone] = useState<{ token: string; why: string } | null>(null);
  const [checked, setChecked] = useState("");
  useEffect(() => {
    if (!token) return;
    post("reset-password/check", { token }).then(
      () => setChecked(token),
      (error: unknown) => {
        // After any other failure the link may still work, which saving the password will show.
        if (isRefusal(error, "link_used", "invalid")) setGone({ token, why: error.fields["token"] ?? error.message });
        else setChecked(token);
      },
    );
  }, [token]);
  const why = !alive ? "" : !token ? say("reset.incomplete") : gone?.token === token ? gone.why : "";

  async function reset({ newPassword = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      await post("reset-password", { token, newPassword });
      // All sessions have ended, including this one.
      await theAuth().refresh();
      notice({ title: say("reset.done"), text: say("reset.done.text") });
      await navigate("/login", { replace: true });
    } catch (error) {
      if (isRefusal(error, "link_used")) return setGone({ token, why: error.message });
      return refused(error);
    }
  }

  if (why) {
    return (
      <NarrowPage title={say("reset.title")}>
        <div role="alert" className="flex flex-col items-start gap-4">
          <p className="text-lg">{why}</p>
          <Link to="/forgot-password" className="btn btn-primary">
            {say("reset.again")}
          </Link>
        </div>
      </NarrowPage>
    );
  }
  if (!alive || checked !== token) {
    return (
      <NarrowPage title={say("reset.title")}>
        <Spinner />
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={say("reset.title")} lead={say("reset.lead")}>
      <Form
        onSend={reset}
        check={({ newPassword = "" }): FieldErrors => {
          const broken = brokenPasswordRule(newPassword);
          return broken ? { newPassword: say(`rule.password.${broken}`) } : {};
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
    </NarrowPage>
  );
}
