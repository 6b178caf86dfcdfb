import type { Database } from "#db/schema.server.ts";
import { Failure } from "#domain/failure.ts";
import type { Member } from "#domain/members/shapes.ts";
import { mailboxOf } from "#domain/values/mailbox.ts";

/** The caller: somebody unknown, or a member whose token was verified. */
export type Actor = { kind: "visitor" } | { kind: "member"; member: Member };

/**
 * Everything the domain may know about the request that called it; nothing is ambient. Where `sendsMail`, addresses can be confirmed, and have to be. `address` is our
 * own, which links begin with.
 */
export type Context = {
  db: Database;
  actor: Actor;
  now: Date;
  announce: Announce;
  sendsMail: boolean;
  address: string;
  /** The addresses of the people who run this site. */
  hosts: ReadonlySet<string>;
  /**
   * When the member who asks last proved who they are, if their address is confirmed; null otherwise. Only calls of hosts look for it.
   */
  provedAt: Date | null;
};

/**
 * Told of what has changed of what everybody sees, once that is committed: an event by its id; `members`, whose names and
 * faces stand on many pages; `communities`. Open pages learn of it, and kept pages are made again.
 */
export type Announce = (changed: string) => void;

/** The member who asks. @throws Failure sign_in_required for a visitor. */
export function requireMember({ actor }: Context): Member {
  if (actor.kind !== "member") throw new Failure("sign_in_required");
  return actor.member;
}

/**
 * The member who asks, where the request also names an e-mail: it has to be the member's own.
 * The token decides who calls, as the specification's calls name an e-mail that anyone could type.
 * Another spelling of it is the same address.
 * @throws Failure sign_in_required, not_yours (another's e-mail)
 */
export function requireSelf(ctx: Context, email: string | undefined): Member {
  const member = requireMember(ctx);
  if (email !== undefined && (mailboxOf(email) ?? email.trim()) !== member.email) throw new Failure("not_yours");
  return member;
}
