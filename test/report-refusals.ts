import { newId } from "#db/schema.server.ts";
import { blocksMax } from "#domain/blocks/rules.ts";
import type { FailureCode } from "#domain/failure.ts";
import { markOf } from "#domain/reviews/taken-down.ts";
import { broken, large } from "./auth-refusals.ts";
import { type Answer, type Call, callerOf } from "./call.ts";
import { hostIn, letProofAge } from "./host.ts";
import { attemptsFor, type Make } from "./make.ts";
import { newImport } from "./import-operations.ts";
import { newEvent } from "./operations.ts";
import { newOutcome } from "./outcomes.ts";
import { makeSeries, tuesdays } from "./series.ts";

type Refusals = Partial<Record<FailureCode, () => Promise<Answer>>>;
type Given = { make: Make; call: Call; unmailed: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

const reason = "We have to look into it.";
const pathOf = (id: string) => `/host/reviews/${id}`;

/** Every refusal of the calls about reports, and of other calls about an event under review. */
export async function reportRefusals({ make, call, unmailed, me: { member, token } }: Given) {
  const site = callerOf({ ...make, sendsMail: true });
  const none = { address: { most: 0, seconds: 60 } };
  const limited = callerOf({ ...make, ...attemptsFor(make.db, { report: none }) });
  const { token: host } = await hostIn(make);
  const stale = await hostIn(make);
  await letProofAge(make, stale.member, 16);
  const own = await make.event({ organizer: member });
  const review = async (decided = false) => {
    const id = newId();
    const end = decided ? ({ decision: "none", decided_at: new Date(), decided_for: reason } as const) : {};
    const about = { about: "event", subject_id: own, cause: "report", opened_at: new Date() } as const;
    await make.db
      .insertInto("reviews")
      .values({ id, ...about, ...end })
      .execute();
    return id;
  };
  const decided = await review(true);
  const report = { about: "event", id: await make.event(), reason: "untrue", email: "a@example.org" };
  const decision = { decision: "none", reason };
  const ofHost = (method: string, path: string): Refusals => ({
    no_such_call: () => site(method, path, { token }),
    prove_again: () => site(method, path, { token: stale.token }),
  });
  return {
    sendReport: {
      invalid_json: () => call("POST", "/reports", broken),
      not_found: () => call("POST", "/reports", { json: { ...report, id: newId() } }),
      too_large: () => call("POST", "/reports", large),
      invalid: () => call("POST", "/reports", { json: { ...report, email: undefined } }),
      too_many_attempts: () => limited("POST", "/reports", { json: report }),
      too_many_mails: () => unmailed("POST", "/reports", { json: report }),
    },
    listOwnReviews: { sign_in_required: () => call("GET", "/account/reviews") },
    answerReview: {
      invalid_json: () => call("PUT", `/account/reviews/${decided}`, { token, ...broken }),
      sign_in_required: () => call("PUT", `/account/reviews/${decided}`, { json: { text: "No" } }),
      not_found: () => call("PUT", `/account/reviews/${newId()}`, { token, json: { text: "No" } }),
      already_decided: () => call("PUT", `/account/reviews/${decided}`, { token, json: { text: "No" } }),
      too_large: () => call("PUT", `/account/reviews/${decided}`, { token, ...large }),
      invalid: () => call("PUT", `/account/reviews/${decided}`, { token, json: { text: "" } }),
    },
    listReviews: {
      ...ofHost("GET", "/host/reviews"),
      invalid: () => site("GET", "/host/reviews?state=lost", { token: host }),
    },
    getReview: { ...ofHost("GET", pathOf(decided)), not_found: () => site("GET", pathOf(newId()), { token: host }) },
    getListedWords: ofHost("GET", "/host/words"),
    setListedWords: {
      ...ofHost("PUT", "/host/words"),
      invalid_json: () => site("PUT", "/host/words", { token: host, ...broken }),
      too_large: () => site("PUT", "/host/words", { token: host, ...large }),
      invalid: () => site("PUT", "/host/words", { token: host, json: { words: [""], reason } }),
    },
    decideReview: {
      ...ofHost("POST", `${pathOf(decided)}/decision`),
      invalid_json: () => site("POST", `${pathOf(decided)}/decision`, { token: host, ...broken }),
      not_found: () => site("POST", `${pathOf(newId())}/decision`, { token: host, json: decision }),
      already_decided: () => site("POST", `${pathOf(decided)}/decision`, { token: host, json: decision }),
      too_large: () => site("POST", `${pathOf(decided)}/decision`, { token: host, ...large }),
      invalid: () =>
        site("POST", `${pathOf(decided)}/decision`, { token: host, json: { decision: "none", reason: "" } }),
    },
  };
}

/** Every refusal of the calls about blocks, and of joining despite one. */
export async function blockRefusals({ make, call, me: { member, token } }: Omit<Given, "unmailed">) {
  const organizer = await make.member();
  await make.event({ organizer });
  const path = "/account/blocks";
  return {
    listBlocks: {
      sign_in_required: () => call("GET", path),
      invalid: () => call("GET", `${path}?limit=0`, { token }),
    },
    getBlockable: {
      sign_in_required: () => call("GET", `${path}/${organizer.id}`),
      not_found: () => call("GET", `${path}/${newId()}`, { token }),
    },
    blockMember: {
      sign_in_required: () => call("PUT", `${path}/${organizer.id}`),
      not_found: () => call("PUT", `${path}/${member.id}`, { token }),
      blocks_full: async () => {
        const rows = (await make.members(blocksMax)).map(({ id }) => ({
          blocker_id: member.id,
          blocked_id: id,
          blocked_at: new Date(),
        }));
        await make.db.insertInto("blocks").values(rows).execute();
        return call("PUT", `${path}/${organizer.id}`, { token });
      },
    },
    unblockMember: { sign_in_required: () => call("DELETE", `${path}/${organizer.id}`) },
  };
}

/** The calls that refuse an event under review, or a name or picture that a host has removed, with their refusals. */
export async function heldRefusals(given: Pick<Given, "make" | "me">): Promise<Record<string, Refusals>> {
  const [hidden, taken] = [await underReviewRefusals(given), await takenDownRefusals(given)];
  const all = Object.entries(hidden).map(([name, under_review]) => [name, { under_review, ...taken[name] }] as const);
  return { ...taken, ...Object.fromEntries(all) };
}

/** The caller's name and picture after a host has removed them. */
async function takenDownRefusals({ make, me: { member, token, cookie } }: Pick<Given, "make" | "me">) {
  const call = callerOf(make);
  const [name, thumbnailUrl] = ["Nasty", "https://example.org/nasty.jpg"];
  const taken = (method: string, path: (event: string) => string, asked: Parameters<Call>[2]) => async () => {
    for (const [kind, value] of [
      ["name", name],
      ["picture", thumbnailUrl],
    ] as const)
      await make.db
        .insertInto("reviews")
        .values({
          id: newId(),
          about: kind === "name" ? "name" : "event_picture",
          subject_id: newId(),
          cause: "report",
          opened_at: new Date(),
          taken_from: member.id,
          taken_down: await markOf(make.db, kind, value),
        })
        .execute();
    return call(method, path(await make.event({ organizer: member })), asked);
  };
  const event = { ...newEvent(), email: member.email, thumbnailUrl };
  const series = tuesdays(new Date(), { event: { thumbnailUrl } });
  const mine = await makeSeries(make, { organizer: member });
  const refusals: Record<string, Refusals> = {
    updateProfile: { taken_down: taken("POST", () => "/auth/update-user", { json: { name }, headers: { cookie } }) },
    createEvent: { taken_down: taken("POST", () => "/add-event", { token, json: event }) },
    createSeries: { taken_down: taken("POST", () => "/series", { token, json: series }) },
    updateSeries: {
      taken_down: taken("PATCH", () => `/series/${mine.id}`, { token, json: { changes: { thumbnailUrl } } }),
    },
    importEvent: { taken_down: taken("POST", () => "/imports/events", { token, json: newImport({ thumbnailUrl }) }) },
    updateEvent: { taken_down: taken("PATCH", (id) => `/events/${id}`, { token, json: { thumbnailUrl } }) },
  };
  return refusals;
}

/**
 * The calls that refuse an event under review, with their refusals: to its organizer, to a registrant, to everybody.
 */
async function underReviewRefusals({ make, me: { member, token } }: Pick<Given, "make" | "me">) {
  const call = callerOf(make);
  const hide = async (id: string) => {
    await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", id).execute();
    return id;
  };
  const others = await hide(await make.event());
  const mine = await hide(await make.event({ organizer: member }));
  const registration = await make.join({ eventId: others });
  const proven = await make.signedIn();
  await make.proven(proven.member);
  const theirs = await hide(await make.event({ organizer: proven.member }));
  const message = { audience: "all", text: "Hello" };
  const join = { eventId: others, name: "Nora", email: "nora@example.org" };
  const ask = (method: string, path: string, json?: unknown) => () => call(method, path, { token, json });
  const under_review = {
    getEvent: () => call("GET", `/view-event/${others}`),
    getOEmbed: () => call("GET", `/oembed?url=http://localhost/view-event/${others}`),
    listFaces: () => call("GET", `/events/${others}/faces`),
    updateEvent: ask("PATCH", `/events/${mine}`, { title: "Other" }),
    publishEvent: () => call("POST", `/events/${theirs}/publish`, { token: proven.token }),
    joinEvent: ask("POST", "/join-event", { eventId: others }),
    reconcileParticipants: ask("PATCH", `/join-event/${others}`),
    acceptOffer: ask("POST", `/join-event/${others}/accept`),
    acceptSpot: ask("POST", `/spots/${make.links.sign("registration", registration)}/accept`),
    addParticipant: ask("POST", `/events/${mine}/participants`, { email: "a@example.org", reason }),
    removeParticipant: ask("POST", `/events/${mine}/participants/${newId()}/remove`, { reason }),
    addPerson: ask("POST", `/events/${mine}/people`, { name: "Ana" }),
    removePerson: ask("DELETE", `/events/${mine}/people/${newId()}`),
    previewMessage: ask("POST", `/events/${mine}/messages/preview`, message),
    sendMessage: ask("POST", `/events/${mine}/messages`, message),
    getPublicOutcome: () => call("GET", `/events/${others}/outcome`),
    previewThanks: ask("POST", `/events/${mine}/afterwards/preview`, newOutcome()),
    sayOutcome: ask("PUT", `/events/${mine}/afterwards`, newOutcome()),
    offerEvent: ask("POST", `/events/${mine}/hand-over`, { email: "a@example.org" }),
    takeOver: ask("POST", `/events/${others}/take-over`),
    joinByMail: ask("POST", "/auth/mailed/join", join),
  };
  return under_review;
}
