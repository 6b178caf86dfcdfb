import type { LinkSigner } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { takeAddedSpot } from "./commands.ts";
import { getAddedSpot } from "./queries.ts";
import { AddedSpot } from "./shapes.ts";
import { answer, call, linkParam, refusals, resource } from "#api/openapi.ts";

const read = call({
  operationId: "getAddedSpot",
  summary: "See the spot that an organizer holds for you by name; works signed out",
  method: "get",
  path: "/added/{token}",
  request: { params: linkParam },
  responses: {
    200: answer(AddedSpot, "The event, and whether the spot is yours"),
    ...refusals("link_broken", "spot_gone"),
  },
});

const take = call({
  operationId: "takeAddedSpot",
  summary: "Make the spot that an organizer holds for you by name your own; works signed out",
  method: "post",
  path: "/added/{token}",
  request: { params: linkParam },
  responses: {
    200: answer(Acknowledged, "The spot is yours, or was so already"),
    ...refusals("under_review"),
    ...refusals("link_broken", "not_found", "spot_gone"),
    ...refusals("event_begun", "event_over", "event_cancelled", "account_needed", "cannot_join"),
  },
});

/**
 * The calls of the links in mails to people whom organizers added by name. Opening a link, as mail scanners do, changes
 * nothing.
 */
export const addedPeople = (links: LinkSigner) => {
  const idIn = ({ token }: { token: string }) => links.read("added", token);
  return resource()
    .openapi(read, async (c) => c.json(await getAddedSpot(c.var.context, links, idIn(c.req.valid("param"))), 200))
    .openapi(take, async (c) => c.json(await takeAddedSpot(c.var.context, idIn(c.req.valid("param"))), 200));
};
