import { brokenPasswordRule, nameMax } from "#domain/members/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/accounts.ts";

import { useNavigate } from "../addresses.ts";
import type { Route } from "./+types/register";
import { pageMeta } from "../page-meta.ts";
import { SignInFrame, useReturnAddress } from "../accounts/sign-in-frame.tsx";
import { refused } from "../session/refused.ts";
import { theAuth } from "../session/identity.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/register", title: say("register.title"), forMembers: true });

/** Specification 2 'Register' and 5 'Registration': name, photo, e-mail and password, and on to where one came from. */
export default function Register() {
  const navigate = useNavigate();
  const returnAddress = useReturnAddress();

  async function register(values: Record<string, string>): Promise<FieldErrors | void> {
    const { name = "", photo = "", email = "", password = "" } = values;
    try {
      const user = await theAuth().register({ name, photo, email, password });
      notice({
        title: say("register.done"),
        text: say("register.done.text", { name: user.displayName, email: user.email }),
      });
      await navigate(returnAddress, { replace: true });
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <SignInFrame
      title={say("register.title")}
      lead={say("register.lead")}
      google={say("register.google")}
      other={{ question: say("register.login"), link: say("register.login.link"), to: "/login" }}
    >
      <DraftedForm name="register" onSend={register} check={check} className="flex flex-col gap-4">
        {(draft) => (
          <>
            <Field
              name="name"
              label={say("register.name")}
              autoComplete="name"
              defaultValue={draft["name"]}
              required
              maxLength={nameMax}
              whenMissing={say("rule.name.required")}
            />
            <Field
              name="photo"
              type="url"
              label={say("register.photo")}
              hint={say("register.photo.hint")}
              autoComplete="photo"
              defaultValue={draft["photo"]}
              required
              whenMissing={say("rule.photo.required")}
              whenWrong={say("rule.photo.url")}
            />
            <EmailField label={say("register.email")} defaultValue={draft["email"]} />
            <PasswordField
              label={say("register.password")}
              autoComplete="new-password"
              hint={say("register.password.hint")}
            />
            <SubmitButton busy={say("register.submitting")}>{say("register.submit")}</SubmitButton>
          </>
        )}
      </DraftedForm>
    </SignInFrame>
  );
}

/**
 * The rules that the fields cannot state themselves: only pictures on the web, and the password's three rules in their
 * order.
 */
function check({ photo = "", password = "" }: Record<string, string>): FieldErrors {
  const broken = brokenPasswordRule(password);
  return {
    ...(!isPictureAddress(photo.trim()) && { photo: say("rule.photo.url") }),
    ...(broken && { password: say(broken) }),
  };
}
