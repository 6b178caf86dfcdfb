import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { endAccess, lockAccess } from "./access.ts";
import { tellOfNewWay } from "./mail-tasks.ts";

type Linked = { memberId: string; way: "google" | "firebase"; now: Date; tokensFrom?: Date };

/**
 * What linking an account to somebody's identity elsewhere ends: all access of before, and a password whose owner has never
 * shown that the address is theirs. The person who logs in from elsewhere has; somebody who was in before may be another.
 */
export async function endForLinking(tx: Transaction<Schema>, { memberId, way, now, tokensFrom = now }: Linked) {
  if (!(await lockAccess(tx, memberId))) return;
  const { rows: unproven } = await sql`delete from accounts
    where member_id = ${memberId} and provider_id = 'credential' and not proven returning id`.execute(tx);
  // The person who set it may have made the rest too.
  await endAccess(tx, memberId, { by: unproven.length > 0 ? "linked_unproven" : "linked", now, tokensFrom });
  const { rows: others } = await sql`
    select 1 from accounts where member_id = ${memberId} and provider_id <> ${way} limit 1`.execute(tx);
  // Somebody who has just become a member knows.
  const isNew = unproven.length === 0 && others.length === 0;
  if (!isNew) await tellOfNewWay(tx, { memberId, way, withoutPassword: unproven.length > 0 }, now);
}
