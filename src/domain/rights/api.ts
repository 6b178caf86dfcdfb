import { answer, call, refusals, resource, signedIn } from "#api/openapi.ts";
import { z } from "zod";
import { listOwnCommunities } from "./queries.ts";
import { OwnCommunity } from "./shapes.ts";

const list = call({
  operationId: "listOwnCommunities",
  summary: "List the communities that you organize, by name",
  method: "get",
  path: "/account/communities",
  security: signedIn,
  responses: {
    200: answer(z.array(OwnCommunity), "All of them; none for most members"),
    ...refusals("sign_in_required"),
  },
});

/** The calls about what one may organize. */
export const rights = resource().openapi(list, async (c) => c.json(await listOwnCommunities(c.var.context), 200));
