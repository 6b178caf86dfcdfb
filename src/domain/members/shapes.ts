import { z } from "zod";
import { rule, text, pictureAddress } from "../shapes.ts";
import { brokenPasswordRule, isEmail, nameMax } from "./rules.ts";

/** A member as the rest of the product knows them, from a verified token. E-mails are kept in lower case. */
export const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

/** Who somebody is to themselves: what their session says. */
export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
});
export type User = z.infer<typeof User>;

/** The ways in which a member can log in ('credential' is the password), and where they are logged in. */
export const Access = z.object({
  ways: z.array(z.string()),
  devices: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      browser: z.string().nullable(),
      address: z.string().nullable(),
      since: z.iso.datetime(),
      lastSeen: z.iso.datetime(),
    }),
  ),
});
export type Access = z.infer<typeof Access>;

/** An e-mail address as we keep it: in lower case. */
export const EmailAddress = text({ required: "rule.email.required" })
  .refine(isEmail, { error: rule("rule.email.format") })
  .transform((value) => value.toLowerCase());

/** A password is taken as it was typed, in one Unicode form, so that every keyboard makes the same one. */
const password = z
  .string({ error: rule("rule.password.required") })
  .refine((value) => value !== "", { error: rule("rule.password.required"), abort: true })
  .refine((value) => value.isWellFormed(), { error: rule("rule.text.unreadable"), abort: true })
  .transform((value) => value.normalize("NFC"));

/** The first rule that a new password breaks is the one that is told: specification 5 'Registration'. */
const newPassword = password
  .check(({ value, issues }) => {
    const broken = brokenPasswordRule(value);
    if (broken) issues.push({ code: "custom", input: value, message: broken });
  })
  .describe("At least 6 characters, with an uppercase and a lowercase letter");

const profile = {
  name: text({ required: "rule.name.required", max: nameMax, tooLong: "rule.name.too_long" }),
  image: pictureAddress("rule.photo.required", "rule.photo.url"),
};

/** The input of registering: specification 3 'Registration input', all required; `image` is the photo's address. */
export const RegisterInput = z.object({ ...profile, email: EmailAddress, password: newPassword });
export type RegisterInput = z.infer<typeof RegisterInput>;

/** The input of logging in: specification 5 'Login'. */
export const LoginInput = z.object({ email: EmailAddress, password });
export type LoginInput = z.infer<typeof LoginInput>;

/** The address whose password is to be reset: specification 2 'Login', 'Forget Password?'. */
export const ResetInput = z.object({ email: EmailAddress });
export type ResetInput = z.infer<typeof ResetInput>;

const token = z.string({ error: rule("failure.link_used") }).max(200, rule("failure.link_used"));

/** The secret of a link in a mail. */
export const LinkInput = z.object({ token });
export type LinkInput = z.infer<typeof LinkInput>;

/** The new password, and the secret of the link that lets one choose it. */
export const NewPasswordInput = z.object({ token, newPassword });
export type NewPasswordInput = z.infer<typeof NewPasswordInput>;

/** A new password, with the old one. */
export const ChangePasswordInput = z.object({ currentPassword: password, newPassword });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/** A new address, with the password; members without one log in by another provider, and send ''. */
export const ChangeEmailInput = z.object({ newEmail: EmailAddress, password: z.string().default("") });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** One of the member's own devices. */
export const SessionInput = z.object({ id: z.uuid(rule("failure.not_found")) });
export type SessionInput = z.infer<typeof SessionInput>;

/** The input of signing in through Firebase Authentication: the ID token that people got there. */
export const IdTokenInput = z.object({ idToken: text({ required: "rule.id_token.required" }) });
export type IdTokenInput = z.infer<typeof IdTokenInput>;

/** The changes of a profile: specification 1 'profile update'; fields that are not named stay. */
export const ProfileInput = z.object(profile).partial();
export type ProfileInput = z.infer<typeof ProfileInput>;
