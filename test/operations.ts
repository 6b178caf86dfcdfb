import { sql } from "kysely";
import { newId } from "#db/schema.server.ts";
import { communityOperations } from "./community-operations.ts";
import { importOperations } from "./import-operations.ts";
import { gateOperations } from "./gate-operations.ts";
import { hostingOperations } from "./hosting-operations.ts";
import { emulatorToken } from "./id-tokens.ts";
import { browserOf } from "./google.ts";
import { tomorrow } from "./make.ts";
import { outreachOperations } from "./outreach.ts";
import { outcomeOperations } from "./outcomes.ts";
import { haveChallenge, havePasskey, newPasskey } from "./passkey.ts";
import { photo } from "./photo.ts";
import { assertionOperations } from "./assertions.ts";
import { recordOperations } from "./records.ts";
import { reportOperations } from "./report-operations.ts";
import { passwordOfAll, type Scene, withTeam } from "./scene.ts";
import { seriesOperations } from "./series-operations.ts";
import { teamOperations } from "./team-operations.ts";

/** A call of the API without credentials. `firebase` sends it to the site with Firebase. */
export type Wanted = {
  method: string;
  path: string;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  firebase?: boolean;
};
export type Operation = (scene: Scene) => Wanted | Promise<Wanted>;

const get = (path: string): Wanted => ({ method: "GET", path });
const post = (path: string, json?: unknown): Wanted => ({ method: "POST", path, json });
const put = (path: string, json?: unknown): Wanted => ({ method: "PUT", path, json });
const patch = (path: string, json?: unknown): Wanted => ({ method: "PATCH", path, json });
const remove = (path: string): Wanted => ({ method: "DELETE", path });

const reason = "We have to split the group.";
const message = { audience: "all", subject: "Boots", text: "Bring gloves." };
/** A valid request for a new event. */
export const newEvent = () => ({
  title: "Beach Cleanup",
  eventType: "cleanup",
  location: "Cox's Bazar",
  eventDate: tomorrow().toISOString(),
  maxParticipant: "20",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "Bring gloves.",
});
/** The times at which a follower wants mails. */
export const timing = { pace: "daily", weekday: 2, hour: 7, timeZone: "Asia/Dhaka" };
/** An address without an account. */
const newAddress = () => `${newId()}@example.org`;

const events: Record<string, Operation> = {
  listEvents: () => get("/events?when=all"),
  listPins: () => get("/events/pins"),
  getEvent: ({ eventId }) => get(`/view-event/${eventId}`),
  createEvent: () => post("/add-event", newEvent()),
  updateEvent: ({ eventId }) => patch(`/events/${eventId}`, { title: "Another title" }),
  deleteEvent: ({ eventId }) => remove(`/events/${eventId}`),
  async publishEvent({ make, people }) {
    const draft = await make.event({ organizer: people.organizer.member });
    await make.db.updateTable("events").set({ is_draft: true }).where("id", "=", draft).execute();
    await withTeam(make, people, draft);
    return post(`/events/${draft}/publish`);
  },
  cancelEvent: ({ eventId }) => post(`/events/${eventId}/cancel`, { reason }),
  listMyEvents: () => get("/myEvents"),
  watchNumbers: ({ eventId }) => get(`/events/${eventId}/live`),
  getEventCalendar: ({ eventId }) => get(`/events/${eventId}/calendar.ics`),
  getEventsCalendar: () => get("/feeds/events.ics"),
  getEventsAsRss: () => get("/feeds/events.rss"),
  getEventsAsAtom: () => get("/feeds/events.atom"),
  getEventsAsJson: () => get("/feeds/events.json"),
  offerEvent: ({ eventId }) => post(`/events/${eventId}/hand-over`, { email: newAddress() }),
  getOffer: ({ eventId }) => get(`/events/${eventId}/hand-over`),
  endOffer: ({ eventId }) => remove(`/events/${eventId}/hand-over`),
  takeOver: ({ eventId }) => post(`/events/${eventId}/take-over`),
};

const registrations: Record<string, Operation> = {
  joinEvent: ({ openId }) => post("/join-event", { eventId: openId }),
  reconcileParticipants: ({ eventId }) => patch(`/join-event/${eventId}`),
  leaveEvent: ({ eventId }) => remove(`/join-event/${eventId}`),
  acceptOffer: ({ eventId }) => post(`/join-event/${eventId}/accept`),
  sayAbout: ({ eventId }) => put(`/join-event/${eventId}/about`, { under18: true, guardian: "Rita" }),
  leaveGuest: ({ eventId, guestId }) => remove(`/join-event/${eventId}/guests/${guestId}`),
  isJoined: ({ eventId }) => get(`/already-joined/${eventId}`),
  listJoinedEvents: () => get("/joined-events"),
  getLinkedSpot: ({ links }) => get(`/spots/${links.participant}`),
  freeSpot: ({ links }) => remove(`/spots/${links.participant}`),
  freeGuestSpots: ({ links, guestId }) => post(`/spots/${links.participant}/guests/free`, { guests: [guestId] }),
  saySpotAbout: ({ links }) => put(`/spots/${links.participant}/about`, { under18: true, guardian: "Rita" }),
  confirmSpot: ({ links }) => post(`/spots/${links.participant}/confirm`),
  acceptSpot: ({ links }) => post(`/spots/${links.waitlisted}/accept`),
};

const participants: Record<string, Operation> = {
  listFaces: ({ eventId }) => get(`/events/${eventId}/faces`),
  listParticipants: ({ eventId }) => get(`/events/${eventId}/participants`),
  addParticipant: ({ eventId, people }) =>
    post(`/events/${eventId}/participants`, { email: people.stranger.member.email, reason }),
  exportParticipants: ({ eventId }) => get(`/events/${eventId}/participants.csv`),
  addPerson: ({ eventId }) => post(`/events/${eventId}/people`, { name: "Ana" }),
  removePerson: ({ eventId, personId }) => remove(`/events/${eventId}/people/${personId}`),
  removeParticipant: ({ eventId, people }) =>
    post(`/events/${eventId}/participants/${people.participant.member.id}/remove`, { reason }),
  previewMessage: ({ eventId }) => post(`/events/${eventId}/messages/preview`, message),
  sendMessage: ({ eventId }) => post(`/events/${eventId}/messages`, message),
  listMessages: ({ eventId }) => get(`/events/${eventId}/messages`),
};

const others: Record<string, Operation> = {
  proposeTowns: () => get("/towns?search=por"),
  listCommunities: () => get("/community"),
  leaveCommunity: ({ communityId }) => patch("/leaveCommunity", { communityId }),
  joinCommunity: ({ communityId }) => patch("/joinCommunity", { communityId }),
  subscribe: () => post("/subscribe", { email: newAddress() }),
  getOEmbed: ({ eventId }) => get(`/oembed?url=${encodeURIComponent(`http://localhost/view-event/${eventId}`)}`),
  getOwnSubscription: () => get("/account/newsletter"),
  setOwnSubscription: () => put("/account/newsletter", { wanted: true }),
  getSubscription: ({ links }) => get(`/newsletter/${links.newsletter}`),
  confirmSubscription: ({ links }) => put(`/newsletter/${links.newsletter}`),
  endSubscription: ({ links }) => post(`/newsletter/${links.newsletter}`),
  getOwnFollowing: () => get("/account/follows"),
  follow: ({ people }) => post("/account/follows", { about: "organizer", id: people.organizer.member.id }),
  setOwnTiming: () => put("/account/follows", timing),
  endOwnFollow: ({ followId }) => remove(`/account/follows/${followId}`),
  getLinkedFollowing: ({ links }) => get(`/newsletter/${links.newsletter}/follows`),
  setLinkedTiming: ({ links }) => put(`/newsletter/${links.newsletter}/follows`, timing),
  endLinkedFollow: ({ links, linkedFollowId }) => remove(`/newsletter/${links.newsletter}/follows/${linkedFollowId}`),
  listMailWishes: () => get("/account/mails"),
  setMailWish: () => put("/account/mails", { kind: "thanks", wanted: false }),
  getLinkedWish: ({ links }) => get(`/mails/${links.thanks}`),
  stopLinkedMails: ({ links }) => post(`/mails/${links.thanks}`),
  resumeLinkedMails: ({ links }) => put(`/mails/${links.thanks}`),
  stopAllLinkedMails: ({ links }) => post(`/mails/${links.thanks}/all`),
  sendContactMessage: () => post("/contact", { name: "Amina", email: newAddress(), message: "Hello" }),
  uploadPicture: async () => ({
    method: "POST",
    path: "/pictures",
    body: new Uint8Array(await photo({ width: 40, height: 30 })),
    headers: { "content-type": "image/jpeg" },
  }),
  getAccount: () => get("/account"),
  setFaceShown: () => put("/account/face", { shown: true }),
  exportAccount: () => get("/account/export"),
  planDeletion: () => post("/account/deletion", { password: passwordOfAll }),
  proveSelf: () => post("/account/proof", { password: passwordOfAll }),
  keepAccount: () => remove("/account/deletion"),
  async getOwnCalendar({ make, people }) {
    const calendar_secret = newId();
    const { id } = people.participant.member;
    await make.db.updateTable("members").set({ calendar_secret }).where("id", "=", id).execute();
    return get(`/calendars/${calendar_secret}.ics`);
  },
  getContactAddress: () => get("/account/contact-address"),
  askForContactAddress: () => put("/account/contact-address", { email: newAddress() }),
  async confirmContactAddress({ make, people }) {
    const contact_email_pending = newAddress();
    const { id } = people.participant.member;
    await make.db.updateTable("members").set({ contact_email_pending }).where("id", "=", id).execute();
    return post("/account/contact-address/confirm", {
      token: make.links.sign("contact", `${id}:${contact_email_pending}`),
    });
  },
  async removeContactAddress({ make }) {
    await make.db.updateTable("members").set({ contact_email: newAddress() }).execute();
    return remove("/account/contact-address");
  },
  getCalendarAddress: () => get("/account/calendar"),
  makeCalendarAddress: () => post("/account/calendar"),
  removeCalendarAddress: () => remove("/account/calendar"),
};

type Person = Exclude<keyof Scene["people"], "claimant">;
/** The secret of a link that is mailed to a person. */
async function secretFor({ make, people }: Scene, who: Person, purpose: "reset-password" | "verify-email") {
  const { id: memberId, email } = people[who].member;
  const link = await make.auth.makeLink({ purpose, memberId, email });
  return link?.split("#")[1];
}

const passkeys: Record<string, Operation> = {
  passkeySignInOptions: () => post("/auth/passkeys/sign-in-options"),
  listPasskeys: () => get("/auth/passkeys"),
  passkeyOptions: () => post("/auth/passkeys/options", { password: passwordOfAll }),
  addPasskey: async ({ make, people }) => {
    const options = await haveChallenge(make.db, people.participant.member.id);
    return post("/auth/passkeys", { name: "My phone", response: newPasskey().make(options) });
  },
  renamePasskey: async ({ make, people }) => {
    const { id } = await havePasskey(make.db, people.participant.member.id);
    return post("/auth/passkeys/rename", { id, name: "Another name" });
  },
  removePasskey: async ({ make, people }) => {
    const { id } = await havePasskey(make.db, people.participant.member.id);
    return post("/auth/passkeys/remove", { id, password: passwordOfAll });
  },
};

const identity: Record<string, Operation> = {
  register: () =>
    post("/auth/sign-up/email", {
      name: "Amina",
      image: "https://example.org/me.jpg",
      email: newAddress(),
      password: passwordOfAll,
    }),
  logIn: ({ people }) =>
    post("/auth/sign-in/email", { email: people.participant.member.email, password: passwordOfAll }),
  logInWithPasskey: async ({ make, people }) => {
    const { key } = await havePasskey(make.db, people.participant.member.id);
    return post("/auth/passkeys/sign-in", { response: key.sign(await haveChallenge(make.db, null)) });
  },
  logInWithFirebase: () => ({
    ...post("/auth/sign-in/firebase", { idToken: emulatorToken({ sub: newId(), email: newAddress() }) }),
    firebase: true,
  }),
  logInWithGoogle: () => post("/auth/sign-in/google"),
  async finishGoogle({ make }) {
    const browser = browserOf(make.auth);
    const { url, cookie } = await browser.agree(await browser.start());
    return { ...get(url.pathname.replace("/api", "") + url.search), headers: { cookie } };
  },
  logOut: () => post("/auth/sign-out"),
  requestPasswordReset: ({ people }) =>
    post("/auth/request-password-reset", { email: people.participant.member.email }),
  checkPasswordReset: async (scene) =>
    post("/auth/reset-password/check", { token: await secretFor(scene, "participant", "reset-password") }),
  resetPassword: async (scene) =>
    post("/auth/reset-password", {
      token: await secretFor(scene, "participant", "reset-password"),
      newPassword: passwordOfAll,
    }),
  sendVerificationEmail: () => post("/auth/send-verification-email"),
  confirmEmail: async (scene) =>
    post("/auth/confirm-email", { token: await secretFor(scene, "unconfirmed", "verify-email") }),
  getAccess: () => get("/auth/access"),
  async endSession({ make, people }) {
    const { rows } = await sql<{ id: string }>`
      select id from sessions where member_id = ${people.participant.member.id}`.execute(make.db);
    return post("/auth/revoke-session", { id: rows[0]?.id ?? newId() });
  },
  endOtherSessions: () => post("/auth/revoke-other-sessions"),
  changePassword: () => post("/auth/change-password", { currentPassword: passwordOfAll, newPassword: "Gannet2" }),
  changeEmail: () => post("/auth/change-email", { newEmail: newAddress(), password: passwordOfAll }),
  getSession: () => get("/auth/get-session"),
  getToken: () => get("/auth/token"),
  updateProfile: () => post("/auth/update-user", { name: "Another name" }),
  getKeys: () => get("/auth/jwks"),
};

/** A person's request for a code by mail: the claim, and the mailed code and secret of the link. */
async function mailedIn({ make, openId }: Scene) {
  const by = make.auth.mailSignIn;
  const caller = { address: "192.0.2.1", base: "http://localhost", local: true, cookie: "", userAgent: "" };
  const wanted = { eventId: openId, name: "Nora", email: newAddress(), guests: [], whenShort: "wait" as const };
  const asked = await by?.join(caller, wanted);
  const { rows } = await sql<{ id: string }>`select id from mail_sign_ins order by id desc limit 1`.execute(make.db);
  const made = await by?.makeSecrets(rows[0]?.id ?? "");
  if (!asked || !("claim" in asked) || !made) throw new Error("no code was requested by mail");
  return { claim: asked.claim, code: made.code, token: made.path.split("#")[1] };
}

const mailed: Record<string, Operation> = {
  askForCode: ({ people }) => post("/auth/mailed/ask", { email: people.participant.member.email }),
  joinByMail: ({ openId }) => post("/auth/mailed/join", { eventId: openId, name: "Nora", email: newAddress() }),
  sendCodeAgain: async (scene) => post("/auth/mailed/again", { claim: (await mailedIn(scene)).claim }),
  readMailSignIn: async (scene) => post("/auth/mailed/read", { claim: (await mailedIn(scene)).claim }),
  endMailSignIn: async (scene) => post("/auth/mailed/end", { claim: (await mailedIn(scene)).claim }),
  logInWithCode: async (scene) => {
    const { claim, code } = await mailedIn(scene);
    return post("/auth/mailed/code", { claim, code });
  },
  logInWithLink: async (scene) => post("/auth/mailed/link", { token: (await mailedIn(scene)).token }),
};

/** Has for every operation of the API a call that succeeds if its caller is allowed to make it. */
export const operations: Readonly<Record<string, Operation>> = {
  ...events,
  ...registrations,
  ...participants,
  ...passkeys,
  ...others,
  ...communityOperations,
  ...reportOperations,
  ...importOperations,
  ...outcomeOperations,
  ...outreachOperations,
  ...recordOperations,
  ...assertionOperations,
  ...gateOperations,
  ...seriesOperations,
  ...teamOperations,
  ...hostingOperations,
  ...identity,
  ...mailed,
};
