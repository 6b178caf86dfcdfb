import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Member } from "../members/shapes.ts";
import { hostFor } from "./rules.ts";

/**
 * Requires the caller to be a host: their address is one of the hosts' and confirmed, and they have proved their
 * identity within the last quarter of an hour. For all others the call does not exist.
 * @throws Failure no_such_call, prove_again (a host whose proof is older)
 */
export function requireHost(ctx: Context): Member {
  const member = requireHostAddress(ctx);
  if (!ctx.provedAt || ctx.now.getTime() - ctx.provedAt.getTime() > hostFor) throw new Failure("prove_again");
  return member;
}

/**
 * Requires the caller to be a host, with a proof of any age. Without mail no address is confirmed, so there is no host.
 * @throws Failure no_such_call
 */
export function requireHostAddress({ actor, sendsMail, hosts, provedAt }: Context): Member {
  const isHost = sendsMail && actor.kind === "member" && hosts.has(actor.member.email) && provedAt !== null;
  if (!isHost) throw new Failure("no_such_call");
  return actor.member;
}

/**
 * The context for commands of hosts: `by` is the host's id, or null for commands at the machine, which only its owner
 * can run.
 */
export type Hosted = Pick<Context, "db" | "now" | "announce" | "hosts"> & { by: string | null };

/** The context of a host's request. @throws Failure no_such_call, prove_again */
export function hostedBy(ctx: Context): Hosted {
  const { id: by } = requireHost(ctx);
  const { db, now, announce, hosts } = ctx;
  return { db, now, announce, hosts, by };
}
