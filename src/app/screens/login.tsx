import { say } from "#messages/say.ts";

import type { Route } from "./+types/login";
import { pageMeta } from "../page-meta.ts";
import { GoogleButton } from "../accounts/google-button.tsx";
import { LogInForm } from "../accounts/log-in-form.tsx";
import { PasskeyButton } from "../accounts/passkey-button.tsx";
import { SignInFrame } from "../accounts/sign-in-frame.tsx";
import { useWayIn } from "../accounts/use-way-in.ts";
import type { SessionUser } from "../session/auth-client.ts";

// Lazily loaded parts bring no styles of their own.
import "../accounts/code-form.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/login", title: say("login.title"), forMembers: true });

/** Specification 2 'Login', 5 and 8: e-mail and password, and back to the page that the reader came from. */
export default function Login() {
  const wayIn = useWayIn("login");
  const welcome = ({ displayName, email }: Pick<SessionUser, "displayName" | "email">) =>
    wayIn.welcome(say("login.done"), say("login.done.text", { name: displayName || email }));

  return (
    <SignInFrame
      title={say("login.title")}
      lead={say("login.lead")}
      wayIn={wayIn}
      other={{ question: say("login.register"), link: say("login.register.link"), to: "/register" }}
    >
      <LogInForm returnTo={wayIn.returnTo} onIn={welcome}>
        <GoogleButton onIn={welcome}>{say("login.google")}</GoogleButton>
        <PasskeyButton onIn={welcome} />
      </LogInForm>
    </SignInFrame>
  );
}
