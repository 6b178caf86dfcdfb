import { z } from "@hono/zod-openapi";
import { blockMember, unblockMember } from "./commands.ts";
import { getBlockable, listBlocks } from "./queries.ts";
import { Blockable as BlockableShape, BlockChanged, BlockFilter } from "./shapes.ts";
import { answer, call, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";

const Blockable = named(BlockableShape, "Blockable");
const params = z.object({ id: z.string().openapi({ description: "The member's id" }) });

const list = call({
  operationId: "listBlocks",
  summary: "List the members whom you have blocked, the latest first",
  method: "get",
  path: "/account/blocks",
  security: signedIn,
  request: { query: BlockFilter },
  responses: { 200: page(Blockable, "A page of members"), ...refusals("sign_in_required", "invalid") },
});

const read = call({
  operationId: "getBlockable",
  summary:
    "Read the name of a member whom you have blocked or may block: an organizer, or a person on one of your lists",
  method: "get",
  path: "/account/blocks/{id}",
  security: signedIn,
  request: { params },
  responses: { 200: answer(Blockable, "They"), ...refusals("sign_in_required", "not_found") },
});

const block = call({
  operationId: "blockMember",
  summary:
    "Block a member: neither of you can join the other's events, or message the other; repeating it changes nothing",
  method: "put",
  path: "/account/blocks/{id}",
  security: signedIn,
  request: { params },
  responses: {
    200: answer(BlockChanged, "The member is blocked, and not told"),
    ...refusals("not_found", "blocks_full"),
  },
});

const unblock = call({
  operationId: "unblockMember",
  summary: "Unblock a member; repeating it changes nothing",
  method: "delete",
  path: "/account/blocks/{id}",
  security: signedIn,
  request: { params },
  responses: { 200: answer(BlockChanged, "The member is not blocked"), ...refusals("sign_in_required") },
});

/** The calls about blocks between members. */
export const blocks = resource()
  .openapi(list, async (c) => {
    const found = await listBlocks(c.var.context, c.req.valid("query"));
    return c.json(found.rows, 200, pageHeaders(c.req.url, found));
  })
  .openapi(read, async (c) => c.json(await getBlockable(c.var.context, c.req.valid("param").id), 200))
  .openapi(block, async (c) => c.json(await blockMember(c.var.context, c.req.valid("param").id), 200))
  .openapi(unblock, async (c) => c.json(await unblockMember(c.var.context, c.req.valid("param").id), 200));
