import { z } from "@hono/zod-openapi";
import { proposeTowns } from "./queries.ts";
import { TownProposal as TownProposalShape, TownSearch } from "./shapes.ts";
import { answer, call, named, resource } from "#api/openapi.ts";

const TownProposal = named(TownProposalShape, "TownProposal");

const propose = call({
  operationId: "proposeTowns",
  summary: "Propose towns of the world by the beginning of a name, likeliest first; for an event's location",
  method: "get",
  path: "/towns",
  request: { query: TownSearch },
  responses: {
    200: answer(z.array(TownProposal), "At most eight towns (GeoNames, CC BY 4.0)"),
  },
});

/** Towns hardly ever change, so a client need not repeat recent requests while a person types and corrects. */
const forAWhile = { "Cache-Control": "private, max-age=300" };

/** The call that proposes towns for a typed location; the specification does not have it. */
export const towns = resource().openapi(propose, async (c) =>
  c.json(await proposeTowns(c.var.context, c.req.valid("query")), 200, forAWhile),
);
