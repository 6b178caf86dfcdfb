import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Member } from "#domain/members/shapes.ts";
import { mailboxOf } from "#domain/values/mailbox.ts";

/** The caller: an unknown visitor, or a member with a verified token. */
export type Actor = { kind: "visitor" } | { kind: "member"; member: Member };

/**
 * The facts about the request that the domain may know; it has no ambient state. If `sendsMail` is true, addresses can
 * be confirmed, and must be. `address` is our own, with which links begin.
 */
export type Context = {
  db: Database;
  actor: Actor;
  now: Date;
  announce: Announce;
  sendsMail: boolean;
  address: string;
  /** The addresses of the site's hosts. */
  hosts: ReadonlySet<string>;
  /**
   * The time at which the caller last proved who they are, if their address is confirmed; otherwise null. It is read
   * only for calls of hosts.
   */
  provedAt: Date | null;
};

/**
 * Announces a committed change of public data: an event or a community by its id; `members`, whose names and pictures
 * are on many pages; `communities`, the list of them. Open pages learn of it, and cached pages are built again.
 */
export type Announce = (changed: string) => void;

/** The caller as a member. @throws Failure sign_in_required for a visitor. */
export function requireMember({ actor }: Pick<Context, "actor">): Member {
  if (actor.kind !== "member") throw new Failure("sign_in_required");
  return actor.member;
}

/**
 * The caller, if the request names their own e-mail address or none. The token identifies the caller, because the
 * e-mail in the specification's calls could be anyone's. Another spelling of it counts as the same address.
 * @throws Failure sign_in_required, not_yours (another's e-mail)
 */
export function requireSelf(ctx: Context, email: string | undefined): Member {
  const member = requireMember(ctx);
  if (email !== undefined && (mailboxOf(email) ?? email.trim()) !== member.email) throw new Failure("not_yours");
  return member;
}
