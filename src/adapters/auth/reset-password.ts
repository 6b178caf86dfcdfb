import { sql, type Transaction } from "kysely";
import { type Database, newId, type Schema } from "#db/schema.server.ts";
import type { Announce } from "#domain/context.ts";
import type { NewPasswordInput } from "#domain/members/shapes.ts";
import { endAccess } from "./access.ts";
import { refuseEasyPassword } from "./easy-passwords.ts";
import type { MailLinks } from "./mail-links.ts";
import { tellOfNewPassword } from "./mail-tasks.ts";
import { hashPassword } from "./password.ts";
import { markVerified } from "./verified.ts";

type Parts = { db: Database; links: MailLinks; announce: Announce; now: () => Date };

/**
 * Sets a new password by a mailed link, which proves the address that it came to, and ends all other access. Before it was
 * proved, anybody who wrote the address down could have the account: their ways in go too.
 */
export function resetPassword({ db, links, announce, now }: Parts) {
  return async ({ token, newPassword }: NewPasswordInput): Promise<void> => {
    const held = await links.readLink("reset-password", token);
    await refuseEasyPassword(newPassword, held, "newPassword");
    const hash = await hashPassword(newPassword);
    await db.transaction().execute(async (tx) => {
      const { memberId } = held;
      const member = await links.useLink(tx, "reset-password", token, held);
      await endAccess(tx, memberId, { by: member.email_verified ? "reset" : "taken_over", now: now() });
      await setPassword(tx, memberId, hash);
      await markVerified(tx, memberId, { now: now(), isSame: false });
      await tellOfNewPassword(tx, memberId, now());
    });
    announce("members");
  };

  /** Its owner has shown that the address is theirs. */
  async function setPassword(tx: Transaction<Schema>, memberId: string, hash: string): Promise<void> {
    await sql`delete from accounts where member_id = ${memberId} and provider_id = 'credential'`.execute(tx);
    await sql`insert into accounts (id, member_id, account_id, provider_id, password, proven, created_at, updated_at)
      values (${newId()}, ${memberId}, ${memberId}, 'credential', ${hash}, true, ${now()}, ${now()})`.execute(tx);
  }
}
