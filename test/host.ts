import { sql } from "kysely";
import type { Context } from "#domain/context.ts";
import type { Member } from "#domain/members/shapes.ts";
import type { LimitAttempts } from "#domain/ports.ts";
import type { Make } from "./make.ts";

/** A host of the site who has just logged in. */
export async function hostIn(make: Make, wishes: Parameters<Make["signedIn"]>[0] = {}) {
  const host = await make.signedIn(wishes);
  make.hosts.add(host.member.email);
  await make.proven(host.member);
  return host;
}

/** The context of a request by a host who has just proved who they are. */
export function asHost(make: Make, host: Member, now = new Date()): Context & { limitAttempts: LimitAttempts } {
  make.hosts.add(host.email);
  return { ...make.context(host, now), sendsMail: true, provedAt: now };
}

/** Makes a member's log-in and last proof that many minutes old. */
export async function letProofAge({ db }: Make, { id }: Member, minutes: number): Promise<void> {
  const at = sql`now() - make_interval(mins => ${minutes})`;
  await sql`update sessions set created_at = ${at}, proved_at = case when proved_at is null then null else ${at} end
    where member_id = ${id}`.execute(db);
}
