import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FailureCode } from "#domain/failure.ts";
import { askerIn } from "#test/asking.ts";
import { communityShown } from "#test/owning.ts";
import { testDatabase } from "#test/database.ts";
import { type GoogleServer, startGoogle } from "#test/google.ts";
import { makeIn, type Make } from "#test/make.ts";
import { operations } from "#test/operations.ts";
import { type SavedTables, saveTables } from "#test/saved-tables.ts";
import {
  type Caller,
  callers,
  callersOf,
  guestOfParticipant,
  type People,
  peopleIn,
  type Scene,
  sceneIn,
} from "#test/scene.ts";
import { documentOf } from "./document.ts";
import { createApi } from "./index.ts";

/** The result of a call: its refusal, `done`, or `nothing` if it succeeds without any change. */
type Outcome = "done" | "nothing" | FailureCode;
type Row = Readonly<Record<Exclude<Caller, "host">, Outcome>> & { host?: Outcome };

/** Callers without a valid session. */
const outsiders: readonly Caller[] = ["visitor", "forged", "ended", "claimant"];

const all = (outcome: Outcome) => Object.fromEntries(callers.map((caller) => [caller, outcome])) as Row;
const everyone = all("done");
const nobodyChanges = all("nothing");
/** Refused for all callers without a session; `others` is the result for members without an exception. */
const members = (others: Outcome, exceptions: Partial<Row> = {}): Row => {
  const outside = Object.fromEntries(outsiders.map((caller) => [caller, "sign_in_required"])) as Partial<Row>;
  return { ...all(others), ...outside, ...exceptions };
};
const reading = members("nothing");
const writing = members("done");
const organizerReads = members("not_yours", { organizer: "nothing", coorganizer: "nothing" });
const forHosts = (outcome: Outcome): Row => ({ ...all("no_such_call"), host: outcome });
const organizerWrites = members("not_yours", { organizer: "done", coorganizer: "done" });
/** For the owner alone. */
const ownerWrites = members("not_yours", { organizer: "done" });
const anybodyReads = (
  "getAddedSpot getToldEvent getSeries getLinkedRegular listEvents listPins getEvent watchNumbers isJoined getLinkedSpot proposeTowns listCommunities listPosts getCommunityFeed getSubscription getLinkedFollowing " +
  "getLinkedWish getEventCalendar getSeriesCalendar getEventsCalendar getEventsAsRss getEventsAsAtom getEventsAsJson getOEmbed " +
  "getOwnCalendar listFaces getPublicOutcome readMailSignIn readInvitation checkPasswordReset getSession getKeys verifyCredential getRevocations"
).split(" ");
const membersRead = (
  "getOwnRegular listOwnDates listOwnCommunities findEventsAt findEventsIn listMyEvents listJoinedEvents listMailWishes getAccount exportAccount getOffer " +
  "getContactAddress getCalendarAddress getOwnPlace getOwnHours getRecord exportRecord listAssertions getFigures getAccess getToken listPasskeys listBlocks getBlockable listOwnReviews"
).split(" ");
const membersWrite = (
  "createEvent createSeries putRegularOfferAway importEvent joinEvent joinDates joinCommunity foundCommunity setMailWish " +
  "uploadPicture setFaceShown proveSelf keepAccount askForContactAddress removeContactAddress " +
  "makeCalendarAddress removeCalendarAddress endOtherSessions changePassword changeEmail " +
  "updateProfile passkeyOptions blockMember"
).split(" ");
const organizersRead =
  "getTellable previewTelling previewSeries listRegulars listParticipants exportParticipants previewMessage listMessages getOutcome previewThanks getExpected listGateKeys listGatePhones getRunCommunity listRequests getLinks getEventTeam listEventActions".split(
    " ",
  );
const regularsWrite = "pauseRegular endRegularPause skipDate unskipDate".split(" ");
const regularsLinks =
  "skipLinkedDate unskipLinkedDate stopLinkedRegular becomeLinkedRegular pauseLinkedRegular endLinkedPause".split(" ");
// Reading a gate creates codes for people without one.
const organizersWrite = (
  "tellPeople updateSeries endSeries makeRegular endRegularOf updateEvent updateImported cancelEvent addParticipant removeParticipant addPerson removePerson notePerson sendMessage makeGateKey renewGateKeys revokeGateKey decideLateMarks clearGatePhone " +
  "updateCommunity askForCommunityAddress answerRequest postNews deletePost getGate markAtGate sayOutcome inviteToEvent endEventInvitation"
).split(" ");
const ownersRead = "getCommunityTeam listCommunityActions".split(" ");
const ofOwners =
  "closeCommunity deleteEvent offerEvent giveEvent letGoAtEvent inviteToCommunity endCommunityInvitation askToBeChapter endBeingChapter answerChapter endChapter";
const ownersWrite = `${ofOwners} letGoAtCommunity restoreAtEvent restoreAtCommunity setRole`.split(" ");
const hostsRead =
  "getListedWords listReviews getReview getHostAccess getHostOverview listHostActions listMembers getMember".split(" ");
const hostsWrite =
  "setListedWords decideReview proveHost nameOwner suspendMember liftSuspension deleteMember retryTask dropTask".split(
    " ",
  );

/** The result of each operation for each kind of caller. */
const matrix: Readonly<Record<string, Row>> = {
  publishEvent: members("not_found", { unconfirmed: "email_unconfirmed", organizer: "done", coorganizer: "done" }),
  // It recounts the spots, and writes the counts.
  reconcileParticipants: writing,
  leaveEvent: members("nothing", { waitlisted: "done", participant: "done" }),
  // Nobody has joined the dates of the series.
  leaveDates: reading,
  acceptOffer: members("no_offer", { waitlisted: "done" }),
  leaveGuest: members("not_found", { participant: "done" }),
  // The participant has joined two dates of the series, or comes to each.
  becomeRegular: members("not_yet_regular", { participant: "done" }),
  stopRegular: members("nothing", { participant: "done" }),
  ...Object.fromEntries(regularsWrite.map((id) => [id, members("not_found", { participant: "done" })])),
  ...Object.fromEntries(regularsLinks.map((id) => [id, everyone])),
  // The participant asks the organizer as the second organizer.
  askForAssertion: members("not_found", { participant: "done" }),
  withdrawAssertion: members("not_found", { participant: "done" }),
  answerAssertion: members("not_found", { unconfirmed: "email_unconfirmed", organizer: "done" }),
  setNote: members("not_found", { participant: "done" }),
  makeCredential: members("invalid", { participant: "done" }),
  previewCredential: members("invalid", { participant: "nothing" }),
  revokeCredential: members("not_found", { participant: "done" }),
  getCredentialFile: members("not_found", { participant: "nothing" }),
  sayAbout: members("not_found", { participant: "done", waitlisted: "done" }),
  freeSpot: everyone,
  freeGuestSpots: everyone,
  saySpotAbout: everyone,
  confirmSpot: everyone,
  acceptSpot: everyone,
  joinToldEvent: everyone,
  takeAddedSpot: everyone,
  leaveCommunity: members("nothing", { organizer: "still_organizes", coorganizer: "still_organizes" }),
  confirmCommunityAddress: members("other_account", { organizer: "done" }),
  setMembership: members("not_found", { participant: "done" }),
  subscribe: everyone,
  // Only the participant follows something, until other callers do below.
  setOwnTiming: members("not_found", { unconfirmed: "email_unconfirmed", participant: "done" }),
  getOwnSubscription: members("nothing", { unconfirmed: "email_unconfirmed" }),
  setOwnSubscription: members("done", { unconfirmed: "email_unconfirmed" }),
  confirmSubscription: everyone,
  endSubscription: everyone,
  getOwnFollowing: members("nothing", { unconfirmed: "email_unconfirmed" }),
  follow: members("done", { unconfirmed: "email_unconfirmed" }),
  endOwnFollow: members("nothing", { unconfirmed: "email_unconfirmed", participant: "done" }),
  setLinkedTiming: everyone,
  endLinkedFollow: everyone,
  stopLinkedMails: everyone,
  resumeLinkedMails: everyone,
  stopAllLinkedMails: everyone,
  sendContactMessage: everyone,
  planDeletion: members("done", { organizer: "owns_community" }),
  // The event is offered to the stranger.
  endOffer: members("nothing", { stranger: "done", organizer: "done" }),
  takeOver: members("not_found", { stranger: "done" }),
  confirmContactAddress: members("other_account", { participant: "done" }),
  // A link is not used up by members who are organizers already.
  acceptInvitation: members("done", {
    unconfirmed: "done",
    organizer: "already_organizer",
    coorganizer: "already_organizer",
  }),
  declineInvitation: everyone,
  setNamedAtEvent: members("not_yours", { coorganizer: "done" }),
  setNamedAtCommunity: members("not_yours", { organizer: "done" }),
  // The result depends on the key or pass, not on the caller.
  openGate: everyone,
  syncGate: everyone,
  giveOwnCodes: members("not_found", { participant: "done" }),
  register: everyone,
  logIn: everyone,
  logInWithFirebase: everyone,
  logInWithGoogle: everyone,
  finishGoogle: everyone,
  logOut: { ...everyone, visitor: "nothing", forged: "nothing", ended: "nothing", claimant: "nothing" },
  askForCode: everyone,
  joinByMail: everyone,
  sendCodeAgain: everyone,
  endMailSignIn: everyone,
  logInWithCode: everyone,
  logInWithLink: everyone,
  requestPasswordReset: everyone,
  resetPassword: everyone,
  sendVerificationEmail: members("nothing", { unconfirmed: "done" }),
  confirmEmail: members("other_account", { unconfirmed: "done" }),
  // Only the participant has what these calls change.
  endSession: members("nothing", { participant: "done" }),
  passkeySignInOptions: everyone,
  logInWithPasskey: everyone,
  addPasskey: members("passkey_unreadable", { participant: "done" }),
  renamePasskey: members("not_found", { participant: "done" }),
  removePasskey: members("nothing", { participant: "done" }),
  unblockMember: members("nothing", { participant: "done" }),
  sendReport: everyone,
  answerReview: members("not_found", { participant: "done" }),
  ...Object.fromEntries(anybodyReads.map((operationId) => [operationId, nobodyChanges])),
  ...Object.fromEntries(membersRead.map((operationId) => [operationId, reading])),
  ...Object.fromEntries(membersWrite.map((operationId) => [operationId, writing])),
  ...Object.fromEntries(organizersRead.map((operationId) => [operationId, organizerReads])),
  ...Object.fromEntries(organizersWrite.map((operationId) => [operationId, organizerWrites])),
  ...Object.fromEntries(ownersRead.map((operationId) => [operationId, members("not_yours", { organizer: "nothing" })])),
  ...Object.fromEntries(ownersWrite.map((operationId) => [operationId, ownerWrites])),
  ...Object.fromEntries(hostsRead.map((operationId) => [operationId, forHosts("nothing")])),
  ...Object.fromEntries(hostsWrite.map((operationId) => [operationId, forHosts("done")])),
};

/** The calls that show a mail's recipient their registration, with the names of their guests. */
const byLink = /^(getLinkedSpot|confirmSpot|freeSpot|acceptSpot)$/;

let google: GoogleServer;
let make: Make;
let people: People;
let scene: Scene;
let saved: SavedTables;
let ask: ReturnType<typeof askerIn>;

beforeAll(async () => {
  google = await startGoogle();
  google.become();
  make = makeIn(await testDatabase(), { google: google.google });
  ask = askerIn(make);
  people = await peopleIn(make);
  scene = await sceneIn(make, people);
  // Attempts are always counted.
  saved = await saveTables(make.db, ["attempts"]);
});
afterAll(async () => {
  await saved.end();
  await google.stop();
});

/** A public answer, and the topics whose announcement drops it from caches; without topics, every announcement does. */
type Shown = { body: string; topics: string[] };

/** The public answers about a scene: its events, members' pictures on them, the communities, and the list. */
async function publicView(): Promise<Record<string, Shown>> {
  const ofEvents = [scene.eventId, scene.openId].flatMap((id) => [`/view-event/${id}`, `/events/${id}/faces`]);
  const view: Record<string, Shown> = {};
  for (const path of [...ofEvents, "/community", `/communities/${scene.communityId}/posts`, "/events?limit=100"])
    view[path] = await shownAt(path);
  view["the community's page"] = await communityShown(make, scene.communityId);
  return view;
}

async function shownAt(path: string): Promise<Shown> {
  const { body, headers } = await ask(people, "visitor", { method: "GET", path });
  const topics = headers.get("cache-tag")?.split(" ") ?? [];
  return { body: `${headers.get("x-total-count")} ${JSON.stringify(body)}`, topics };
}

/** The public changes without an announcement: cached pages would keep showing the old state. */
const unannounced = (before: Record<string, Shown>, after: Record<string, Shown>): string[] =>
  Object.entries(before).flatMap(([path, { body, topics }]) =>
    after[path]?.body === body || isAnnounced(topics) ? [] : [path],
  );

const isAnnounced = (topics: string[]): boolean =>
  make.announced.some((told) => topics.length === 0 || topics.includes(told));

/** Makes one call for each kind of caller, and restores the scene after each. */
async function rowOf(operationId: string) {
  const operation = operations[operationId];
  if (!operation) throw new Error(`test/operations.ts has no call for ${operationId}.`);
  const row: Partial<Record<Caller, Outcome>> = {};
  const wrong: string[] = [];
  for (const caller of callersOf((await operation(scene)).path)) {
    const wanted = await operation(scene);
    const shown = seenCallers(operationId).includes(caller) ? await publicView() : null;
    make.announced.length = 0;
    const before = await saved.writes();
    const answer = await ask(people, caller, wanted);
    const isChanged = (await saved.writes()) > before;
    const isDone = answer.status === 200;
    row[caller] = isDone ? (isChanged ? "done" : "nothing") : answer.body.code;
    if (!isDone && isChanged) wrong.push(`${caller}: a refusal that leaves a trace`);
    if (tellsTooMuch(caller, operationId, JSON.stringify(answer.body))) wrong.push(`${caller}: told of others`);
    if (isChanged && shown) {
      for (const path of unannounced(shown, await publicView())) wrong.push(`${caller}: changes ${path}, unannounced`);
    }
    await saved.restore();
  }
  return { row, wrong };
}

/**
 * The callers who try an operation in the test of announcements: every allowed caller whose name or picture is public,
 * or else the last allowed caller.
 */
function seenCallers(operationId: string): (Caller | undefined)[] {
  const canDo = callers.filter((caller) => matrix[operationId]?.[caller] === "done");
  const seen = canDo.filter((caller) => ["participant", "organizer", "coorganizer"].includes(caller));
  return seen.length > 0 ? seen : [canDo.at(-1)];
}

/**
 * Tests whether an answer names the participant to callers other than the organizers and hosts, or the participant's
 * guest to others.
 */
function tellsTooMuch(caller: Caller, operationId: string, told: string): boolean {
  if (caller === "organizer" || caller === "coorganizer" || caller === "host") return false;
  const isTheirs = caller === "participant" || byLink.test(operationId);
  return told.includes(scene.quiet.email) || (told.includes(guestOfParticipant) && !isTheirs);
}

describe("authorization", () => {
  it("is decided for every operation", async () => {
    const paths = Object.values((await documentOf(createApi(make))).paths) as object[];
    const ids = paths.flatMap((path) => Object.values(path) as { operationId: string }[]);
    expect(Object.keys(matrix).toSorted()).toEqual(ids.map(({ operationId }) => operationId).toSorted());
  });

  it.each(Object.entries(matrix))("%s", async (operationId, row) => {
    expect(await rowOf(operationId)).toEqual({ row, wrong: [] });
  });
});
