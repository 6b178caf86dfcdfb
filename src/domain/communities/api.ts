import { joinCommunity, leaveCommunity } from "./commands.ts";
import { listCommunities } from "./queries.ts";
import { communitiesMax } from "./rules.ts";
import { Community as CommunityShape, CommunityChoice, MembershipChanged } from "./shapes.ts";
import { answer, body, call, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const Community = named(CommunityShape, "Community");

const list = call({
  operationId: "listCommunities",
  summary: "List the communities; with a token, also which of them you belong to",
  method: "get",
  path: "/community",
  security: [{}, ...signedIn],
  responses: { 200: page(Community, "All communities, on one page") },
});

const join = call({
  operationId: "joinCommunity",
  summary: "Become a member of a community; repeating it changes nothing",
  method: "patch",
  path: "/joinCommunity",
  security: signedIn,
  request: { body: body(CommunityChoice) },
  responses: {
    200: answer(MembershipChanged, "You are a member"),
    ...refusals("not_yours", "not_found"),
  },
});

const leave = call({
  operationId: "leaveCommunity",
  summary: "Leave a community; repeating it changes nothing",
  method: "patch",
  path: "/leaveCommunity",
  security: signedIn,
  request: { body: body(CommunityChoice) },
  responses: {
    200: answer(MembershipChanged, "You are not a member"),
    ...refusals("not_yours", "not_found"),
  },
});

/** Specification 7: the calls about communities; leaving is our addition. */
export const communities = resource()
  .openapi(list, async (c) => {
    const rows = await listCommunities(c.var.context);
    const headers = pageHeaders(c.req.url, { total: rows.length, isMore: rows.length >= communitiesMax, next: null });
    return c.json(rows, 200, { ...headers, ...forEveryone(c, "communities") });
  })
  .openapi(join, async (c) => c.json(await joinCommunity(c.var.context, c.req.valid("json")), 200))
  .openapi(leave, async (c) => c.json(await leaveCommunity(c.var.context, c.req.valid("json")), 200));
