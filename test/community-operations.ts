import { newId } from "#db/schema.server.ts";
import type { Member } from "#domain/members/shapes.ts";
import { broken, large } from "./auth-refusals.ts";
import { callerOf, type Call } from "./call.ts";
import { chapterOperations } from "./chapter-operations.ts";
import { hostIn, letProofAge } from "./host.ts";
import type { Make } from "./make.ts";
import type { Operation, Wanted } from "./operations.ts";
import type { Scene } from "./scene.ts";
import { giveRight as giveRightAt } from "./teams.ts";

const wanted =
  (method: string) =>
  (path: string, json?: unknown): Wanted => ({ method, path, ...(json !== undefined && { json }) });
const [get, post, put, patch, remove] = [
  wanted("GET"),
  wanted("POST"),
  wanted("PUT"),
  wanted("PATCH"),
  wanted("DELETE"),
];

const newCommunity = { title: "Clean Streets", description: "Twice a month we fill a van." };
const news = { text: "38 bags on Saturday." };
const reason = "Its owner is gone.";

/** Makes a member owner or organizer of a community. */
export const giveRight = (make: Make, communityId: string, { id }: Member, role: "owner" | "organizer" = "owner") =>
  giveRightAt(make, { memberId: id, communityId, role });

/** Makes a member of a community, and counts them; nothing changes for a member. */
export async function makeMembership(make: Make, community_id: string, { id }: Member, wishes = {}): Promise<void> {
  const row = { community_id, member_id: id, joined_at: new Date(), ...wishes };
  await make.db
    .insertInto("memberships")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count: members } = await make.db
    .selectFrom("memberships")
    .where("community_id", "=", community_id)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  await make.db.updateTable("communities").set({ members }).where("id", "=", community_id).execute();
}

/** A request to join, by a member who makes no calls. @returns their id */
export async function makeRequest(make: Make, community_id: string): Promise<string> {
  const { id: member_id } = await make.member();
  await make.db.insertInto("membership_requests").values({ community_id, member_id, asked_at: new Date() }).execute();
  return member_id;
}

/** A public post. @returns its id */
export async function makePost(make: Make, community_id: string, author: Member | null, wishes = {}): Promise<string> {
  const id = newId();
  const row = {
    id,
    community_id,
    member_id: author?.id ?? null,
    text: "News",
    posted_at: new Date(),
    is_mailed: false,
  };
  await make.db
    .insertInto("community_posts")
    .values({ ...row, ...wishes })
    .execute();
  return id;
}

const at = (id: string, more = "") => `/communities/${id}${more}`;
const path = ({ communityId }: Scene, more = "") => `/communities/${communityId}${more}`;

/** Calls about communities, but listing, joining and leaving them. */
export const communityOperations: Readonly<Record<string, Operation>> = {
  ...chapterOperations,
  foundCommunity: () => post("/communities", newCommunity),
  async getRunCommunity({ make, communityId }) {
    const { slug } = await make.db
      .selectFrom("communities")
      .select("slug")
      .where("id", "=", communityId)
      .executeTakeFirstOrThrow();
    return get(`/communities/by-address/${slug}`);
  },
  updateCommunity: (scene) => patch(path(scene), { title: "Cleaner Streets" }),
  closeCommunity: (scene) => remove(path(scene)),
  askForCommunityAddress: (scene) => put(path(scene, "/contact-address"), { email: `${newId()}@example.org` }),
  async confirmCommunityAddress({ make, people, communityId }) {
    const contact_email_pending = `${newId()}@example.org`;
    await make.db.updateTable("communities").set({ contact_email_pending }).where("id", "=", communityId).execute();
    const signed = `${communityId}:${people.organizer.member.id}:${contact_email_pending}`;
    return post("/communities/contact-address/confirm", { token: make.links.sign("community", signed) });
  },
  getOwnPlace: (scene) => get(path(scene, "/membership")),
  async setMembership(scene) {
    const { make, people, communityId } = scene;
    await makeMembership(make, communityId, people.participant.member);
    return put(path(scene, "/membership"), { hears: false, isShown: true });
  },
  listRequests: (scene) => get(path(scene, "/requests")),
  answerRequest: async (scene) =>
    post(path(scene, `/requests/${await makeRequest(scene.make, scene.communityId)}`), { accept: true }),
  listPosts: (scene) => get(path(scene, "/posts")),
  getCommunityFeed: ({ communityId }) => get(`/feeds/communities/${communityId}.atom`),
  postNews: (scene) => post(path(scene, "/posts"), news),
  deletePost: async (scene) =>
    remove(path(scene, `/posts/${await makePost(scene.make, scene.communityId, scene.people.organizer.member)}`)),
  nameOwner: ({ communityId, people }) =>
    post(`/host/communities/${communityId}/owner`, { email: people.stranger.member.email, reason }),
};

type Parts = {
  make: Make;
  call: Call;
  limited: Call;
  unmailed: Call;
  mailing: Call;
};

/** Every refusal of every call about communities, but listing, joining and leaving them. */
export async function communityRefusals({ make, call, limited, unmailed, mailing }: Parts) {
  const { token, member } = await make.signedIn();
  const own = await make.community({ title: "My own" });
  const [others, hidden, busy] = [await make.community(), await make.community(), await make.community()];
  for (const id of [own, hidden, busy]) await giveRight(make, id, member);
  await make.db.updateTable("communities").set({ hidden_at: new Date() }).where("id", "=", hidden).execute();
  const almostADayAgo = new Date(Date.now() - 86_400_000 + 60_000);
  for (let count = 0; count < 20; count++) await makePost(make, busy, member, { posted_at: almostADayAgo });
  const rich = await make.signedIn();
  for (let count = 0; count < 5; count++) await giveRight(make, await make.community(), rich.member);
  const unknown = newId();
  const slugOf = async (id: string) =>
    (await make.db.selectFrom("communities").select("slug").where("id", "=", id).executeTakeFirstOrThrow()).slug;
  const image = "https://example.org/taken.jpg";
  const { markOf } = await import("#domain/reviews/taken-down.ts");
  const taken = (method: string, where: string, json: object) => async () => {
    await make.db
      .insertInto("reviews")
      .values({
        id: newId(),
        about: "community_picture",
        subject_id: newId(),
        cause: "report",
        opened_at: new Date(),
        taken_from: member.id,
        taken_down: await markOf(make.db, "picture", image),
      })
      .execute();
    return call(method, where, { token, json });
  };
  /** The refusals of a call with a body at a community. */
  const changing = (method: string, more: string, json: object) => ({
    invalid_json: () => call(method, at(own, more), { token, ...broken }),
    sign_in_required: () => call(method, at(own, more), { json }),
    not_yours: () => call(method, at(others, more), { token, json }),
    not_found: () => call(method, at(unknown, more), { token, json }),
    too_large: () => call(method, at(own, more), { token, ...large }),
    invalid: () =>
      call(method, at(own, more), { token, json: Object.fromEntries(Object.keys(json).map((key) => [key, 7])) }),
  });
  /** The refusals of one without. */
  const asking = (method: string, more = "") => ({
    sign_in_required: () => call(method, at(own, more)),
    not_yours: () => call(method, at(others, more), { token }),
    not_found: () => call(method, at(unknown, more), { token }),
  });
  const confirm = (wishes: Parameters<Call>[2]) => call("POST", "/communities/contact-address/confirm", wishes);
  const linked = (id: string, by: string) =>
    confirm({ token, json: { token: make.links.sign("community", `${id}:${by}:a@example.org`) } });
  const email = { email: "a@example.org" };

  const site = { ...make, sendsMail: true };
  const asHost = callerOf(site);
  const [host, stale] = [await hostIn(make), await hostIn(make)];
  await letProofAge(make, stale.member, 16);
  const where = `/host/communities/${own}/owner`;
  const name = { email: member.email, reason };

  return {
    foundCommunity: {
      invalid_json: () => call("POST", "/communities", { token, ...broken }),
      sign_in_required: () => call("POST", "/communities", { json: newCommunity }),
      email_unconfirmed: () => mailing("POST", "/communities", { token, json: newCommunity }),
      communities_full: () => call("POST", "/communities", { token: rich.token, json: newCommunity }),
      taken_down: taken("POST", "/communities", { ...newCommunity, image }),
      too_large: () => call("POST", "/communities", { token, ...large }),
      invalid: () => call("POST", "/communities", { token, json: { ...newCommunity, title: " " } }),
    },
    getRunCommunity: {
      sign_in_required: async () => call("GET", at("by-address", `/${await slugOf(own)}`)),
      not_yours: async () => call("GET", at("by-address", `/${await slugOf(others)}`), { token }),
      not_found: () => call("GET", at("by-address", "/nothing"), { token }),
    },
    updateCommunity: {
      ...changing("PATCH", "", { title: "Other" }),
      taken_down: taken("PATCH", at(own), { image }),
    },
    closeCommunity: asking("DELETE"),
    askForCommunityAddress: {
      ...changing("PUT", "/contact-address", email),
      log_in_again: async () =>
        call("PUT", at(own, "/contact-address"), { token: (await make.longAgo()).token, json: email }),
      email_unconfirmed: () => mailing("PUT", at(own, "/contact-address"), { token, json: email }),
      too_many_attempts: () => limited("PUT", at(own, "/contact-address"), { token, json: email }),
      too_many_mails: () => unmailed("PUT", at(own, "/contact-address"), { token, json: email }),
    },
    confirmCommunityAddress: {
      invalid_json: () => confirm({ token, ...broken }),
      sign_in_required: () => confirm({ json: { token: "x" } }),
      other_account: () => linked(own, newId()),
      link_broken: () => confirm({ token, json: { token: "x" } }),
      link_used: () => linked(own, member.id),
      not_yours: () => linked(others, member.id),
      not_found: () => linked(unknown, member.id),
      too_large: () => confirm({ token, ...large }),
      invalid: () => confirm({ token, json: {} }),
    },
    getOwnPlace: {
      sign_in_required: () => call("GET", at(own, "/membership")),
      not_found: () => call("GET", at(unknown, "/membership"), { token }),
    },
    setMembership: {
      invalid_json: () => call("PUT", at(own, "/membership"), { token, ...broken }),
      sign_in_required: () => call("PUT", at(own, "/membership"), { json: { hears: true } }),
      not_found: () => call("PUT", at(own, "/membership"), { token, json: { hears: true } }),
      too_large: () => call("PUT", at(own, "/membership"), { token, ...large }),
      invalid: () => call("PUT", at(own, "/membership"), { token, json: { hears: 7 } }),
    },
    listRequests: asking("GET", "/requests"),
    answerRequest: changing("POST", `/requests/${unknown}`, { accept: true }),
    listPosts: {
      not_found: () => call("GET", at(hidden, "/posts")),
      invalid: () => call("GET", at(own, "/posts?cursor=nonsense")),
    },
    getCommunityFeed: { not_found: () => call("GET", `/feeds/communities/${hidden}.rss`) },
    postNews: {
      ...changing("POST", "/posts", news),
      under_review: () => call("POST", at(hidden, "/posts"), { token, json: news }),
      taken_down: taken("POST", at(own, "/posts"), { ...news, picture: image }),
      too_many_posts: () => call("POST", at(busy, "/posts"), { token, json: news }),
    },
    deletePost: asking("DELETE", `/posts/${unknown}`),
    nameOwner: {
      no_such_call: () => asHost("POST", where, { token }),
      prove_again: () => asHost("POST", where, { token: stale.token }),
      invalid_json: () => asHost("POST", where, { token: host.token, ...broken }),
      not_found: () => asHost("POST", `/host/communities/${unknown}/owner`, { token: host.token, json: name }),
      no_such_member: () =>
        asHost("POST", where, { token: host.token, json: { ...name, email: "nobody@example.org" } }),
      too_large: () => asHost("POST", where, { token: host.token, ...large }),
      invalid: () => asHost("POST", where, { token: host.token, json: { ...name, reason: " " } }),
    },
  };
}
