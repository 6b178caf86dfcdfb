import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Member } from "../members/shapes.ts";
import { hostFor } from "./rules.ts";

/**
 * The member who asks, who is host: their address is one of the hosts' and confirmed, and they have proved who they are within
 * a quarter of an hour. To everybody else there is no such call.
 * @throws Failure no_such_call, prove_again (a host whose proof is older)
 */
export function requireHost(ctx: Context): Member {
  const member = requireHostAddress(ctx);
  if (!ctx.provedAt || ctx.now.getTime() - ctx.provedAt.getTime() > hostFor) throw new Failure("prove_again");
  return member;
}

/** The same, however long ago they have proved it. Without mail no address is confirmed, so there is no host. @throws Failure no_such_call */
export function requireHostAddress({ actor, sendsMail, hosts, provedAt }: Context): Member {
  const isHost = sendsMail && actor.kind === "member" && hosts.has(actor.member.email) && provedAt !== null;
  if (!isHost) throw new Failure("no_such_call");
  return actor.member;
}

/** For commands of hosts: `by` is the host's id, null at the machine, where nobody else can call them. */
export type Hosted = Pick<Context, "db" | "now" | "announce" | "hosts"> & { by: string | null };

/** The same for a request. @throws Failure no_such_call, prove_again */
export function hostedBy(ctx: Context): Hosted {
  const { id: by } = requireHost(ctx);
  const { db, now, announce, hosts } = ctx;
  return { db, now, announce, hosts, by };
}
