import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { endAccess, lockAccess } from "./access.ts";
import { tellOfNewWay } from "./mail-tasks.ts";

type Linked = { memberId: string; way: "google" | "firebase"; now: Date; tokensFrom?: Date };

/**
 * Ends access when an account is linked to an identity elsewhere: all earlier access, and a password whose owner has
 * never proved the address. The person who logs in from elsewhere has proved it; the earlier user may be a different
 * person.
 */
export async function endForLinking(tx: Transaction<Schema>, { memberId, way, now, tokensFrom = now }: Linked) {
  if (!(await lockAccess(tx, memberId))) return;
  const { rows: unproven } = await sql`delete from accounts
    where member_id = ${memberId} and provider_id = 'credential' and not proven returning id`.execute(tx);
  // The person who set that password may have made the account's other data too.
  await endAccess(tx, memberId, { by: unproven.length > 0 ? "linked_unproven" : "linked", now, tokensFrom });
  const { rows: others } = await sql`
    select 1 from accounts where member_id = ${memberId} and provider_id <> ${way} limit 1`.execute(tx);
  // A new member already knows this.
  const isNew = unproven.length === 0 && others.length === 0;
  if (!isNew) await tellOfNewWay(tx, { memberId, way, withoutPassword: unproven.length > 0 }, now);
}
