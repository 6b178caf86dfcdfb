import { z } from "zod";
import type { MessageKey } from "#messages/say.ts";
import { isPictureAddress, isWebAddress, urlMax } from "../rules.ts";
import { isReadable, line, rule, text } from "../shapes.ts";
import { mailboxOf } from "./mailbox.ts";
import { asTyped, nameMax, phoneMax, phoneOf } from "./rules.ts";

/** The kinds of checked values. `own email` names the caller: an invalid one is refused as another person's. */
export type ValueKind = "email" | "own email" | "name" | "phone" | "web address";

/** The schemas of this file. A test uses the registry to find fields of our calls that lack the common rule. */
export const valueKinds = z.registry<{ kind: ValueKind }>();

/** An e-mail address in the form that we store, one text for one mailbox. Every address from outside passes here. */
export const EmailAddress = text({ required: "rule.email.required" })
  .transform((value, issues) => {
    const mailbox = mailboxOf(value);
    if (mailbox !== null) return mailbox;
    issues.issues.push({ code: "custom", input: value, message: rule("rule.email.format") });
    return z.NEVER;
  })
  .register(valueKinds, { kind: "email" });

/** The e-mail by which a request names its caller: the token's own in any spelling; `requireSelf` refuses any other. */
export const ownEmail = text().register(valueKinds, { kind: "own email" }).optional().describe("If sent, your own");

type NameRules = { required?: MessageKey; max?: number; tooLong?: MessageKey };

/** A person's name, on one line; '' if it is optional and not given. */
export const personName = ({ required, max = nameMax, tooLong = "rule.name.too_long" }: NameRules) =>
  line({ ...(required && { required }), max, tooLong }).register(valueKinds, { kind: "name" });

/** The format of a phone number, for the API's description. */
export const phoneWords = `5 to 20 digits of any script with what people write between them, at most ${phoneMax} characters`;

/** A phone number in any notation, converted to the form that we store; null if empty. */
export const PhoneNumber = text()
  .transform((value, issues) => {
    const phone = value === "" ? null : phoneOf(value);
    if (value === "" || phone !== null) return phone;
    issues.issues.push({ code: "custom", input: value, message: rule("rule.phone") });
    return z.NEVER;
  })
  .register(valueKinds, { kind: "phone" });

/**
 * Contact data that must not be lost: in the form that we store if valid, otherwise as typed; null if it cannot be
 * stored.
 */
const reached = (kind: ValueKind, max: number, kept: (typed: string) => string | null) =>
  z
    .string()
    .nullish()
    .transform((value) => (value && isReadable(value) && value.length <= max && (kept(value) ?? value.trim())) || null)
    .register(valueKinds, { kind });

/** The same rules for a helper's notes at a gate, but an invalid value cannot be asked for again there. */
export const notedPhone = (max: number) => reached("phone", max, phoneOf);
export const notedEmail = (max: number) => reached("email", max, mailboxOf);

type AddressRules = { required?: MessageKey; format: MessageKey };

const address = (required: MessageKey | undefined) =>
  text({ ...(required && { required }), max: urlMax, tooLong: "rule.url.too_long" }).transform(asTyped);

/** The address of a web page, with http or https. */
export const webAddress = ({ required, format }: AddressRules) =>
  address(required).refine(isWebAddress, { error: format }).register(valueKinds, { kind: "web address" });

/** The address of a web page; '' if none is given. */
export const optionalWebAddress = (format: MessageKey) =>
  address(undefined)
    .refine((value) => value === "" || isWebAddress(value), { error: format })
    .register(valueKinds, { kind: "web address" });

/** An address that a call checks itself, so that it can give a better explanation. */
export const askedAddress = (required: MessageKey) => address(required).register(valueKinds, { kind: "web address" });

/** The address of a picture, on the web or uploaded to us; '' if it is optional and not given. */
export const pictureAddress = (required: MessageKey | undefined, format: MessageKey) =>
  address(required)
    .refine((value) => (!required && value === "") || isPictureAddress(value), { error: format })
    .describe("The address of a picture, with http:// or https://, or one returned by `POST /pictures`")
    .register(valueKinds, { kind: "web address" });
