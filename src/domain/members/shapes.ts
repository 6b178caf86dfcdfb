import { z } from "zod";
import { isPublicPicture } from "../pictures/rules.ts";
import { plainNumber } from "../rules.ts";
import { isReadable, line, rule, text } from "../shapes.ts";
import { EmailAddress, personName, pictureAddress } from "../values/shapes.ts";
import { brokenPasswordRule, passkeyNameMax } from "./rules.ts";

/** A member from a verified token, as the rest of the code sees them. E-mail addresses are in lower case. */
export const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

/** A member's own view of themselves: the content of their session. */
export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  isHost: z.literal(true).optional().describe("Only present for hosts"),
});
export type User = z.infer<typeof User>;

/** The ways in which a member can log in ('credential' is the password), and their sessions. */
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

/** A password as it was typed, in one Unicode form, so that every keyboard produces the same. */
const password = z
  .string({ error: rule("rule.password.required") })
  .refine((value) => value !== "", { error: rule("rule.password.required"), abort: true })
  .refine(isReadable, { error: rule("rule.text.unreadable"), abort: true })
  .transform((value) => value.normalize("NFC"));

/** The error names the first rule that a new password breaks: specification 5 'Registration'. */
const newPassword = password
  .check(({ value, issues }) => {
    const broken = brokenPasswordRule(value);
    if (broken) issues.push({ code: "custom", input: value, message: rule(`rule.password.${broken}`) });
  })
  .describe("At least 6 characters, with an uppercase and a lowercase letter");

const profile = {
  name: personName({ required: "rule.name.required" }),
  image: pictureAddress("rule.photo.required", "rule.photo.url"),
};

/** The input for registering: specification 3 'Registration input', all required; `image` is the photo's address. */
export const RegisterInput = z.object({
  ...profile,
  email: EmailAddress,
  password: newPassword,
  joinsNext: z
    .boolean()
    .optional()
    .describe(
      "True if they join an event next. Then the mail about that confirms their address, if it goes out within a minute",
    ),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

/** The input for logging in: specification 5 'Login'. */
export const LoginInput = z.object({ email: EmailAddress, password });
export type LoginInput = z.infer<typeof LoginInput>;

/** The address for resetting a password: specification 2 'Login', 'Forget Password?'. */
export const ResetInput = z.object({ email: EmailAddress });
export type ResetInput = z.infer<typeof ResetInput>;

/** The address for a mail with a code and a link to log in, and the page to open afterwards. */
export const MailSignInInput = z.object({
  email: EmailAddress,
  returnTo: z
    .string()
    .max(300, rule("failure.too_large"))
    .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, rule("rule.text.type"))
    .optional(),
});

const claim = z.string({ error: rule("failure.code_expired") }).max(200, rule("failure.code_expired"));

/** The claim of the browser that asked. */
export const ClaimInput = z.object({ claim });
export type ClaimInput = z.infer<typeof ClaimInput>;

/** The code from that mail; people read it with spaces and dashes. */
export const CodeInput = z.object({
  claim,
  code: z
    .string({ error: rule("rule.code.required") })
    .max(40, rule("rule.code.format"))
    .transform((value) => plainNumber(value).replace(/[\s-]/g, ""))
    .refine((value) => value !== "", { error: rule("rule.code.required"), abort: true })
    .refine((value) => /^\d{6}$/.test(value), { error: rule("rule.code.format") }),
});
export type CodeInput = z.infer<typeof CodeInput>;

const token = z.string({ error: rule("failure.link_used") }).max(200, rule("failure.link_used"));

/** The secret of a mailed link. */
export const LinkInput = z.object({ token });
export type LinkInput = z.infer<typeof LinkInput>;

/** The new password, and the secret of the link that allows it. */
export const NewPasswordInput = z.object({ token, newPassword });
export type NewPasswordInput = z.infer<typeof NewPasswordInput>;

/** A new password, with the old one. */
export const ChangePasswordInput = z.object({ currentPassword: password, newPassword });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/** The proof of the member's identity: their password; members without one have just logged in, and send ''. */
export const ProofInput = z.object({ password: z.string().default("") });
export type ProofInput = z.infer<typeof ProofInput>;

/** A new address, with the same proof. */
export const ChangeEmailInput = ProofInput.extend({ newEmail: EmailAddress });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** An authenticator's signed answer in WebAuthn's JSON; the provider checks its bytes. */
const signed = z.looseObject({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
});

/** A passkey's signature for logging in. */
export const SignedInput = z.object({ response: signed });
export type SignedInput = z.infer<typeof SignedInput>;

const passkeyName = line({ required: "rule.passkey.name", max: passkeyNameMax, tooLong: "rule.passkey.name.too_long" });

/** A new passkey, with its owner's name for it. */
export const PasskeyInput = z.object({ name: passkeyName, response: signed });
export type PasskeyInput = z.infer<typeof PasskeyInput>;

const passkeyId = z.uuid(rule("failure.not_found"));

/** A new name for a passkey. */
export const PasskeyNameInput = z.object({ id: passkeyId, name: passkeyName });
export type PasskeyNameInput = z.infer<typeof PasskeyNameInput>;

/** The passkey to remove. */
export const PasskeyRemoval = ProofInput.extend({ id: passkeyId });
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>;

/** A member's passkeys. */
export const PasskeyList = z.object({
  passkeys: z.array(
    z.object({ id: z.uuid(), name: z.string(), since: z.iso.datetime(), lastUsed: z.iso.datetime().nullable() }),
  ),
});
export type PasskeyList = z.infer<typeof PasskeyList>;

/** A session on one of the member's own devices. */
export const SessionInput = z.object({ id: z.uuid(rule("failure.not_found")) });
export type SessionInput = z.infer<typeof SessionInput>;

/** The input for logging in through Firebase Authentication: its ID token. */
export const IdTokenInput = z.object({ idToken: text({ required: "rule.id_token.required" }) });
export type IdTokenInput = z.infer<typeof IdTokenInput>;

/** The changes of a profile: specification 1 'profile update'; missing fields stay unchanged. */
export const ProfileInput = z.object(profile).partial();
export type ProfileInput = z.infer<typeof ProfileInput>;

/** A photo from the member's provider; undefined if there is none that we accept. */
export const ProviderPhoto = ProfileInput.shape.image
  .refine((address) => address === undefined || isPublicPicture(address, null))
  .catch(undefined);
