import { z } from "zod";
import { rule } from "../shapes.ts";
import { mailKinds } from "./rules.ts";

const kind = z.enum(mailKinds, { error: rule("failure.not_found") });
const wanted = z.boolean({ error: rule("rule.wanted") });

/** Which kinds of mail a member gets. */
export const MailWishes = z.array(z.object({ kind, wanted }));
export type MailWishes = z.infer<typeof MailWishes>;

/** Whether a kind of mail is wanted from now on. */
export const MailWish = z.object({ kind, wanted });
export type MailWish = z.infer<typeof MailWish>;

/** What the link in a mail is about: mails of which kind, to which address, and whether they come. */
export const LinkedWish = z.object({ kind, wanted, email: z.string() });
export type LinkedWish = z.infer<typeof LinkedWish>;

export const WishAnswer = z.object({ acknowledged: z.literal(true) });
export type WishAnswer = z.infer<typeof WishAnswer>;
