import { z } from "zod";
import { rule } from "../shapes.ts";
import { mailKinds } from "./rules.ts";

const kind = z.enum(mailKinds, { error: rule("failure.not_found") });
const wanted = z.boolean({ error: rule("rule.wanted") });

/** Which kinds of mail a member gets. */
export const NotificationPreferences = z.array(z.object({ kind, wanted }));
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** Whether a kind of mail is wanted from now on. */
export const NotificationPreference = z.object({ kind, wanted });
export type NotificationPreference = z.infer<typeof NotificationPreference>;

/** What the link in a mail is about: mails of which kind, to which address, and whether they come. */
export const LinkedPreference = z.object({ kind, wanted, email: z.string() });
export type LinkedPreference = z.infer<typeof LinkedPreference>;
