import { z } from "@hono/zod-openapi";
import { answerRequest, joinCommunity, leaveCommunity, setMembership } from "./commands.ts";
import { askForCommunityAddress, confirmCommunityAddress } from "./contact-address.ts";
import { closeCommunity, foundCommunity, updateCommunity } from "./founding.ts";
import { isNewsFormat, newsFeed, newsTypes } from "./feeds.ts";
import { nameOwner } from "./naming-owner.ts";
import { deletePost, listPosts, postNews } from "./news.ts";
import { getCommunity, getOwnPlace, getRunCommunity, listCommunities, listRequests } from "./queries.ts";
import * as shapes from "./shapes.ts";
import type { AuthProvider } from "../identity.ts";
import { Failure } from "../failure.ts";
import { hostedBy } from "../hosting/access.ts";
import type { LimitAttempts, LinkSigner } from "../ports.ts";
import { pageMax } from "../rules.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";
import { forEveryone, jsonBody, withProof } from "#api/requests.ts";

const Community = named(shapes.Community, "Community");
const Post = named(shapes.Post, "CommunityPost");
const MembershipRequest = named(shapes.MembershipRequest, "MembershipRequest");

const ofCommunity = z.object({ id: z.string().openapi({ description: "The community's `_id`" }) });
const ofMember = { security: signedIn, request: { params: ofCommunity } };
const ofPost = ofCommunity.extend({ postId: z.string().openapi({ description: "The post's `_id`" }) });
const ofPerson = ofCommunity.extend({ memberId: z.string().openapi({ description: "The `memberId` of a request" }) });
const ofFeed = z.object({
  feed: z.string().openapi({ description: "The community's `_id`, followed by `.rss`, `.atom` or `.json`" }),
});
const bySlug = z.object({ slug: z.string().openapi({ description: "The last part of the address of its page" }) });

const list = call({
  operationId: "listCommunities",
  summary: "List the communities; with a token, also which of them you belong to",
  method: "get",
  path: "/community",
  security: [{}, ...signedIn],
  request: { query: shapes.CommunityFilter },
  responses: { 200: page(Community, "A page of communities, the oldest first") },
});

const join = call({
  operationId: "joinCommunity",
  summary: "Become a member of a community; repeating it changes nothing",
  method: "patch",
  path: "/joinCommunity",
  security: signedIn,
  request: { body: body(shapes.CommunityChoice) },
  responses: {
    200: answer(shapes.MembershipChanged, "You are a member, or have asked to be one"),
    ...refusals("not_yours", "not_found", "cannot_join_community"),
  },
});

const leave = call({
  operationId: "leaveCommunity",
  summary: "Leave a community; repeating it changes nothing",
  method: "patch",
  path: "/leaveCommunity",
  security: signedIn,
  request: { body: body(shapes.CommunityChoice) },
  responses: {
    200: answer(shapes.MembershipChanged, "Done"),
    ...refusals("not_yours", "not_found", "still_organizes"),
  },
});

const found = call({
  operationId: "foundCommunity",
  summary: "Start a community that you own",
  method: "post",
  path: "/communities",
  security: signedIn,
  request: { body: body(shapes.CommunityInput) },
  responses: {
    200: answer(shapes.CommunityFounded, "It is there, or waits for a host"),
    ...refusals("email_unconfirmed", "communities_full", "taken_down"),
  },
});

const run = call({
  operationId: "getRunCommunity",
  summary: "Read a community that you organize",
  method: "get",
  path: "/communities/by-address/{slug}",
  security: signedIn,
  request: { params: bySlug },
  responses: { 200: answer(shapes.RunCommunity, "The community"), ...refusals("not_found", "not_yours") },
});

const update = call({
  operationId: "updateCommunity",
  summary: "Change the named parts of a community that you organize",
  method: "patch",
  path: "/communities/{id}",
  security: signedIn,
  request: { params: ofCommunity, body: body(shapes.CommunityUpdate) },
  responses: { 200: answer(shapes.CommunityUpdated, "Done"), ...refusals("not_found", "not_yours", "taken_down") },
});

const close = call({
  operationId: "closeCommunity",
  summary: "Close a community that you own; its events stay with the organizers who made them",
  method: "delete",
  path: "/communities/{id}",
  ...ofMember,
  responses: { 200: answer(Acknowledged, "It is gone"), ...refusals("not_found", "not_yours") },
});

const askAddress = call({
  operationId: "askForCommunityAddress",
  summary:
    "Request a link at the address at which a community is to be reached; requires a proof of identity within ten minutes",
  method: "put",
  path: "/communities/{id}/contact-address",
  security: signedIn,
  request: { params: ofCommunity, body: body(shapes.CommunityAddressInput) },
  responses: {
    200: answer(Acknowledged, "It waits to be confirmed"),
    ...refusals("not_found", "not_yours", "log_in_again", "email_unconfirmed"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const confirmAddress = call({
  operationId: "confirmCommunityAddress",
  summary: "Confirm the address of a mailed link, logged in to the account that requested it",
  method: "post",
  path: "/communities/contact-address/confirm",
  security: signedIn,
  request: { body: body(shapes.CommunityAddressLink) },
  responses: {
    200: answer(shapes.CommunityAddress, "The community is reached there"),
    ...refusals("other_account", "link_broken", "not_found", "not_yours", "link_used"),
  },
});

const place = call({
  operationId: "getOwnPlace",
  summary: "Read your own place in a community: whether you are a member, and what you want there",
  method: "get",
  path: "/communities/{id}/membership",
  ...ofMember,
  responses: { 200: answer(shapes.OwnPlace, "Your place"), ...refusals("not_found") },
});

const setPlace = call({
  operationId: "setMembership",
  summary: "Choose whether you get mails of a community of yours, and whether its page shows you",
  method: "put",
  path: "/communities/{id}/membership",
  security: signedIn,
  request: { params: ofCommunity, body: body(shapes.MembershipInput) },
  responses: { 200: answer(Acknowledged, "The choice is saved"), ...refusals("not_found") },
});

const requests = call({
  operationId: "listRequests",
  summary: "List the people who ask to join a community that you organize",
  method: "get",
  path: "/communities/{id}/requests",
  ...ofMember,
  responses: { 200: answer(z.array(MembershipRequest), "The first"), ...refusals("not_found", "not_yours") },
});

const decide = call({
  operationId: "answerRequest",
  summary: "Say yes or no to a person who asks to join; they are told",
  method: "post",
  path: "/communities/{id}/requests/{memberId}",
  security: signedIn,
  request: { params: ofPerson, body: body(shapes.RequestAnswer) },
  responses: { 200: answer(Acknowledged, "They are told"), ...refusals("not_found", "not_yours") },
});

const posts = call({
  operationId: "listPosts",
  summary: "List the news of a community, the latest first",
  method: "get",
  path: "/communities/{id}/posts",
  request: { params: ofCommunity, query: shapes.PostFilter },
  responses: { 200: page(Post, "A page of posts"), ...refusals("not_found") },
});

const feed = call({
  operationId: "getCommunityFeed",
  summary: "Subscribe to the news of a community, as RSS 2.0, Atom or JSON Feed: the latest 100",
  method: "get",
  path: "/feeds/communities/{feed}",
  request: { params: ofFeed },
  responses: {
    200: {
      description: "The news",
      content: Object.fromEntries(Object.values(newsTypes).map((type) => [type, { schema: z.string() }])),
    },
    ...refusals("not_found"),
  },
});

const post = call({
  operationId: "postNews",
  summary: "Post news of a community that you organize; at most two posts a day are mailed",
  method: "post",
  path: "/communities/{id}/posts",
  security: signedIn,
  request: { params: ofCommunity, body: body(shapes.PostInput) },
  responses: {
    200: answer(shapes.PostMade, "It is on the page, or waits for a host"),
    ...refusals("not_found", "not_yours", "under_review", "taken_down", "too_many_posts"),
  },
});

const removePost = call({
  operationId: "deletePost",
  summary: "Delete a post of a community that you organize",
  method: "delete",
  path: "/communities/{id}/posts/{postId}",
  security: signedIn,
  request: { params: ofPost },
  responses: { 200: answer(Acknowledged, "It is gone"), ...refusals("not_found", "not_yours") },
});

const owner = call({
  operationId: "nameOwner",
  summary: "Make a member owner of a community whose owner is gone for good, with a reason for the log",
  method: "post",
  path: "/host/communities/{id}/owner",
  middleware: [jsonBody],
  security: signedIn,
  request: { params: ofCommunity, body: body(shapes.OwnerNamed) },
  responses: {
    200: answer(Acknowledged, "They own it"),
    ...refusals("no_such_call", "prove_again", "not_found", "no_such_member"),
  },
});

/** Specification 7: the calls about communities. All but the list and joining are our additions. */
export const communities = (
  auth: Pick<AuthProvider, "lastProof">,
  limitAttempts: LimitAttempts,
  links: LinkSigner,
  looksFirst = false,
) =>
  resource()
    .openapi(list, async (c) => {
      const { rows, ...numbers } = await listCommunities(c.var.context, c.req.valid("query"));
      return c.json(rows, 200, { ...pageHeaders(c.req.url, numbers), ...forEveryone(c, "communities") });
    })
    .openapi(join, async (c) => c.json(await joinCommunity(c.var.context, c.req.valid("json")), 200))
    .openapi(leave, async (c) => c.json(await leaveCommunity(c.var.context, c.req.valid("json")), 200))
    .openapi(found, async (c) =>
      c.json(await foundCommunity({ ...c.var.context, looksFirst }, c.req.valid("json")), 200),
    )
    .openapi(run, async (c) => c.json(await getRunCommunity(c.var.context, c.req.valid("param").slug), 200))
    .openapi(update, async (c) =>
      c.json(await updateCommunity(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(close, async (c) => c.json(await closeCommunity(c.var.context, c.req.valid("param").id), 200))
    .openapi(askAddress, async (c) => {
      const ctx = { ...(await withProof(c, auth)), limitAttempts };
      return c.json(await askForCommunityAddress(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(confirmAddress, async (c) => {
      const linked = links.read("community", c.req.valid("json").token);
      return c.json(await confirmCommunityAddress(c.var.context, linked), 200);
    })
    .openapi(place, async (c) => c.json(await getOwnPlace(c.var.context, c.req.valid("param").id), 200))
    .openapi(setPlace, async (c) =>
      c.json(await setMembership(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(requests, async (c) => c.json(await listRequests(c.var.context, c.req.valid("param").id), 200))
    .openapi(decide, async (c) => {
      const { id: communityId, memberId } = c.req.valid("param");
      return c.json(await answerRequest(c.var.context, { communityId, memberId }, c.req.valid("json")), 200);
    })
    .openapi(posts, async (c) => {
      const { rows, ...numbers } = await listPosts(c.var.context, c.req.valid("param").id, c.req.valid("query"));
      const { id } = c.req.valid("param");
      return c.json(rows, 200, { ...pageHeaders(c.req.url, numbers), ...forEveryone(c, id.toLowerCase(), "members") });
    })
    .openapi(feed, async (c) => {
      const [, id = "", extension] = /^([\w-]+)\.(\w+)$/.exec(c.req.valid("param").feed) ?? [];
      if (!isNewsFormat(extension)) throw new Failure("not_found");
      const { created_at: createdAt, ...community } = await getCommunity(c.var.context, id);
      const { rows } = await listPosts(c.var.context, id, { limit: pageMax });
      const written = newsFeed(extension, { id, ...community, createdAt }, rows, c.var.context.address);
      const type = `${newsTypes[extension]}; charset=utf-8`;
      return c.body(written, 200, { "Content-Type": type, ...forEveryone(c, id.toLowerCase(), "members") });
    })
    .openapi(post, async (c) =>
      c.json(await postNews(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(removePost, async (c) => {
      const { id: communityId, postId } = c.req.valid("param");
      return c.json(await deletePost(c.var.context, { communityId, postId }), 200);
    })
    .openapi(owner, async (c) =>
      c.json(await nameOwner(hostedBy(c.var.context), c.req.valid("param").id, c.req.valid("json")), 200),
    );
