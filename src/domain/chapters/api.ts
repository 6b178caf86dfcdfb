import { z } from "@hono/zod-openapi";
import { answerChapter, askToBeChapter, endBeingChapter, endChapter } from "./commands.ts";
import { getLinks } from "./queries.ts";
import { ChapterAnswer, Links as LinksShape, PartOfInput } from "./shapes.ts";
import type { LimitAttempts } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, named, refusals, resource, signedIn } from "#api/openapi.ts";

const Links = named(LinksShape, "CommunityLinks");

const ofCommunity = z.object({ id: z.string().openapi({ description: "The community's `_id`" }) });
const ofChapter = ofCommunity.extend({
  chapterId: z.string().openapi({ description: "The `_id` of a community that asks, or is a chapter" }),
});

const read = call({
  operationId: "getLinks",
  summary: "Read which community one that you organize is part of, its chapters, and who asks",
  method: "get",
  path: "/communities/{id}/links",
  security: signedIn,
  request: { params: ofCommunity },
  responses: { 200: answer(Links, "The links"), ...refusals("not_found", "not_yours") },
});

const ask = call({
  operationId: "askToBeChapter",
  summary: "Ask another community whether one that you own can be part of it; its owners are told",
  method: "put",
  path: "/communities/{id}/part-of",
  security: signedIn,
  request: { params: ofCommunity, body: body(PartOfInput) },
  responses: {
    200: answer(Acknowledged, "It is asked"),
    ...refusals("not_found", "not_yours", "under_review", "too_many_mails"),
  },
});

const leave = call({
  operationId: "endBeingChapter",
  summary: "End that a community that you own is part of another, or take back its request",
  method: "delete",
  path: "/communities/{id}/part-of",
  security: signedIn,
  request: { params: ofCommunity },
  responses: { 200: answer(Acknowledged, "It is part of none"), ...refusals("not_found", "not_yours") },
});

const decide = call({
  operationId: "answerChapter",
  summary: "Say yes or no to a community that asks to be part of one that you own; its owners are told",
  method: "post",
  path: "/communities/{id}/chapters/{chapterId}",
  security: signedIn,
  request: { params: ofChapter, body: body(ChapterAnswer) },
  responses: {
    200: answer(Acknowledged, "They are told"),
    ...refusals("not_found", "not_yours", "chapter_of_chapter"),
  },
});

const end = call({
  operationId: "endChapter",
  summary: "End that another community is part of one that you own; its owners are told",
  method: "delete",
  path: "/communities/{id}/chapters/{chapterId}",
  security: signedIn,
  request: { params: ofChapter },
  responses: { 200: answer(Acknowledged, "It is no chapter"), ...refusals("not_found", "not_yours") },
});

/** The calls about communities that are part of others. */
export const chapters = (limitAttempts: LimitAttempts) =>
  resource()
    .openapi(read, async (c) => c.json(await getLinks(c.var.context, c.req.valid("param").id), 200))
    .openapi(ask, async (c) => {
      const ctx = { ...c.var.context, limitAttempts };
      return c.json(await askToBeChapter(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(leave, async (c) => c.json(await endBeingChapter(c.var.context, c.req.valid("param").id), 200))
    .openapi(decide, async (c) => {
      const { id: parentId, chapterId: communityId } = c.req.valid("param");
      return c.json(await answerChapter(c.var.context, { parentId, communityId }, c.req.valid("json")), 200);
    })
    .openapi(end, async (c) => {
      const { id: parentId, chapterId: communityId } = c.req.valid("param");
      return c.json(await endChapter(c.var.context, { parentId, communityId }), 200);
    });
