import { useState } from "react";

import { avatarAddress, brokenPasswordRule } from "#domain/members/rules.ts";
import { asTyped, nameMax } from "#domain/values/rules.ts";
import { isPictureAddress } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/register";
import { pageMeta } from "../page-meta.ts";
import { GoogleButton } from "../accounts/google-button.tsx";
import { SignInFrame } from "../accounts/sign-in-frame.tsx";
import { PhotoField } from "../accounts/photo-field.tsx";
import { useWayIn } from "../accounts/use-way-in.ts";
import { isRefusal } from "../session/refusal.ts";
import { refused } from "../session/refused.ts";
import { theAuth } from "../session/identity.ts";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { EmailField } from "../ui/email-field.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { PasswordField } from "../ui/password-field.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/register", title: say("register.title"), forMembers: true });

/**
 * Specification 2 'Register' and 5 'Registration': name, photo, e-mail and password, and on to the page that the reader
 * came from.
 */
export default function Register() {
  const wayIn = useWayIn("register");
  const [file, setFile] = useState<File | null>(null);

  async function register(values: Record<string, string>): Promise<FieldErrors | void> {
    const { name = "", photo = "", email = "", password = "" } = values;
    try {
      const user = await theAuth().register({ name, photo, email, password, joinsNext: wayIn.joinsNext });
      wayIn.welcome(say("register.done"), say("register.done.text", { name: user.displayName, email: user.email }));
      if (file) await import("../accounts/first-photo.ts").then(({ takePhoto }) => takePhoto(user, file), refused);
    } catch (error) {
      const wrong = refused(error);
      return isRefusal(error, "email_taken") ? { email: error.message } : wrong;
    }
  }

  return (
    <SignInFrame
      title={say("register.title")}
      lead={say("register.lead")}
      wayIn={wayIn}
      others={
        <GoogleButton
          onIn={({ displayName, email }) =>
            wayIn.welcome(say("login.done"), say("login.done.text", { name: displayName || email }))
          }
        >
          {say("register.google")}
        </GoogleButton>
      }
      other={{ question: say("register.login"), link: say("register.login.link"), to: "/login" }}
    >
      <DraftedForm name="register" onSend={register} check={check} className="flex flex-col gap-2.5">
        {(draft) => (
          <>
            <PhotoField initial={draft["photo"] ?? avatarAddress(draft["name"] ?? "")} file={file} onFile={setFile}>
              <Field
                name="name"
                label={say("register.name")}
                autoComplete="name"
                defaultValue={draft["name"]}
                required
                maxLength={nameMax}
                whenMissing={say("rule.name.required")}
              />
            </PhotoField>
            <EmailField label={say("register.email")} defaultValue={draft["email"]} />
            <PasswordField
              label={say("register.password")}
              autoComplete="new-password"
              hint={say("register.password.hint")}
            />
            <SubmitButton busy={say("register.submitting")} className="mt-1.5">
              {say("register.submit")}
            </SubmitButton>
          </>
        )}
      </DraftedForm>
    </SignInFrame>
  );
}

/**
 * Rules that the fields cannot state themselves: only pictures on the web, and the password's three rules in their
 * order.
 */
function check({ photo = "", password = "" }: Record<string, string>): FieldErrors {
  const broken = brokenPasswordRule(password);
  return {
    ...(!isPictureAddress(asTyped(photo)) && { photo: say("rule.photo.url") }),
    ...(broken && { password: say(`rule.password.${broken}`) }),
  };
}
