import { z } from "zod";
import { rule } from "../shapes.ts";
import { mailKinds } from "./rules.ts";

const kind = z.enum(mailKinds, { error: rule("failure.not_found") });
const wanted = z.boolean({ error: rule("rule.wanted") });

/** The kinds of mail, and whether a member gets each. */
export const NotificationPreferences = z.array(z.object({ kind, wanted }));
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** A kind of mail, and whether it is wanted from now on. */
export const NotificationPreference = z.object({ kind, wanted });
export type NotificationPreference = z.infer<typeof NotificationPreference>;

/** The preference behind a mail's link: the kind of mail, the address, and whether it is wanted. */
export const LinkedPreference = z.object({ kind, wanted, email: z.string() });
export type LinkedPreference = z.infer<typeof LinkedPreference>;
