import type { Context } from "../context.ts";
import { shape } from "../shapes.ts";
import { requireHost } from "./access.ts";
import { hostFor } from "./rules.ts";
import { HostAccess } from "./shapes.ts";

/** Until when the host who asks is believed. @throws Failure no_such_call, prove_again */
export function getHostAccess(ctx: Context): HostAccess {
  const { email } = requireHost(ctx);
  const since = ctx.provedAt ?? ctx.now;
  return shape(HostAccess, { email, until: new Date(since.getTime() + hostFor).toISOString() });
}
