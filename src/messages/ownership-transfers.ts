import ownershipTransfers from "./en/ownership-transfers.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What a member is told to whom an event is offered. */
export const say = sayFrom({ ...site, ...ownershipTransfers });
