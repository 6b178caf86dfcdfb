import { say } from "#messages/accounts.ts";

import { Link, useNavigate } from "../addresses.ts";
import type { Route } from "./+types/login";
import { pageMeta } from "../page-meta.ts";
import { SignInFrame, useReturnAddress } from "../accounts/sign-in-frame.tsx";
import { refused } from "../session/refused.ts";
import { theAuth } from "../session/identity.ts";
import { EmailField } from "../ui/email-field.tsx";
import { SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/login", title: say("login.title"), forMembers: true });

/** Specification 2 'Login', 5 and 8: e-mail and password, and back to where one came from. */
export default function Login() {
  const navigate = useNavigate();
  const returnAddress = useReturnAddress();

  async function logIn({ email = "", password = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const user = await theAuth().logIn(email, password);
      notice({ title: say("login.done"), text: say("login.done.text", { name: user.displayName || user.email }) });
      await navigate(returnAddress, { replace: true });
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <SignInFrame
      title={say("login.title")}
      lead={say("login.lead")}
      google={say("login.google")}
      other={{ question: say("login.register"), link: say("login.register.link"), to: "/register" }}
    >
      <Form onSend={logIn} className="flex flex-col gap-4">
        <EmailField label={say("login.email")} />
        <PasswordField label={say("login.password")} autoComplete="current-password" />
        <Link to="/forgot-password" className="btn btn-ghost -my-1 w-fit px-0 underline underline-offset-4">
          {say("login.forgot")}
        </Link>
        <SubmitButton busy={say("login.submitting")}>{say("login.submit")}</SubmitButton>
      </Form>
    </SignInFrame>
  );
}
