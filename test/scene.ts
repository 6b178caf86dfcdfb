import { newId } from "#db/schema.server.ts";
import { follow } from "#domain/follows/commands.ts";
import { listFollowsOf } from "#domain/follows/queries.ts";
import { addPerson } from "#domain/participants/commands.ts";
import { joinEvent, leaveEvent } from "#domain/registrations/commands.ts";
import type { Member } from "#domain/members/shapes.ts";
import { subscribe } from "#domain/subscribers/commands.ts";
import { cookieOf, type Make } from "./make.ts";
import { giveRight } from "./teams.ts";

/** The kinds of callers with which each call is tried. */
export const callers = [
  "visitor",
  /** A token with the organizer's claims and a wrong signature. */
  "forged",
  /** A session that its member has ended from another device. */
  "ended",
  /** A person who has requested a spot by mail, and presents their claim as if it were a session. */
  "claimant",
  "stranger",
  /** A stranger who has not confirmed their address. */
  "unconfirmed",
  /** A person on the waitlist with an offer. */
  "waitlisted",
  /** A member who has joined, with a guest. */
  "participant",
  "organizer",
  /** A member who organizes the organizer's events with them. */
  "coorganizer",
  /** A member whose right at the organizer's events has ended. */
  "former",
] as const;
/** For the calls of hosts, hosts are one more kind of caller. */
export type Caller = (typeof callers)[number] | "host";

/** True if a call is for hosts only. */
export const isForHosts = (path: string): boolean => /^\/host(\/|\?|$)/.test(path);

/** The callers of a path. */
export const callersOf = (path: string): readonly Caller[] => (isForHosts(path) ? [...callers, "host"] : callers);

/** The credentials of a caller: a bearer token and a cookie, if they have them. */
export type Credentials = { token?: string; cookie?: string };
type Person = Required<Credentials> & { member: Member };

export const passwordOfAll = "Gannet";

/** A new person of a kind, who has registered for real. */
export async function personIn(make: Make, kind: Caller): Promise<Person> {
  const { member, cookie } = await make.signedIn({ password: passwordOfAll });
  const verified = kind !== "unconfirmed";
  await make.db.updateTable("members").set({ email_verified: verified }).where("id", "=", member.id).execute();
  if (kind === "host") make.hosts.add(member.email);
  return { member, cookie, token: await make.token(cookie) };
}

/** A person of each kind. */
export async function peopleIn(make: Make) {
  const ended = await personIn(make, "ended");
  const elsewhere = await make.authCall("POST", "sign-in/email", {
    body: { email: ended.member.email, password: passwordOfAll },
  });
  await make.authCall("POST", "revoke-other-sessions", { cookie: cookieOf(elsewhere) });
  const asked = await make.auth.mailSignIn?.ask({ email: ended.member.email });
  return {
    ended,
    claimant: { token: asked?.claim ?? "", cookie: `goodturn.session_token=${asked?.claim}` },
    stranger: await personIn(make, "stranger"),
    unconfirmed: await personIn(make, "unconfirmed"),
    waitlisted: await personIn(make, "waitlisted"),
    participant: await personIn(make, "participant"),
    organizer: await personIn(make, "organizer"),
    coorganizer: await personIn(make, "coorganizer"),
    former: await personIn(make, "former"),
    host: await personIn(make, "host"),
  };
}
export type People = Awaited<ReturnType<typeof peopleIn>>;

/** The credentials of one of these callers. */
export function credentialsOf(people: People, caller: Caller): Credentials {
  if (caller === "visitor") return {};
  if (caller !== "forged") return people[caller];
  const { token, cookie } = people.organizer;
  return { token: tampered(token), cookie: tampered(cookie) };
}

/** The same token with a changed signature; the last letters stay, because they may only hold padding bits. */
const tampered = (text: string) => text.replace(/.(?=.{8}$)/, (letter) => (letter === "A" ? "B" : "A"));

/** Gives an event of the organizer its co-organizer, and the one who has been one. @returns the event's id */
export async function withTeam(make: Make, { coorganizer, former }: People, eventId: string): Promise<string> {
  await giveRight(make, { memberId: coorganizer.member.id, eventId });
  await giveRight(make, { memberId: former.member.id, eventId, until: new Date(Date.now() - 60_000) });
  return eventId;
}

export const guestOfParticipant = "Guest of the participant";

/**
 * An upcoming event with four spots: two for the participant and their guest, one for a person who makes no calls, one
 * on offer to the waitlisted person. The organizer has offered the event to the stranger.
 */
export async function sceneIn(make: Make, people: People) {
  const { organizer, coorganizer, participant, waitlisted, stranger } = people;
  const eventDate = new Date(Date.now() + 10 * 86_400_000);
  const eventId = await make.event({ organizer: organizer.member, maxParticipant: "4", eventDate });
  await withTeam(make, people, eventId);
  const guests = [{ name: guestOfParticipant, under18: false }];
  const [quiet, leaver] = [await make.member(), await make.member()];
  const joined = await joinEvent(make.context(participant.member), { eventId, guests });
  await joinEvent(make.context(quiet), { eventId });
  await joinEvent(make.context(leaver), { eventId });
  await joinEvent(make.context(waitlisted.member), { eventId });
  await leaveEvent(make.context(leaver), eventId);
  // A person without an e-mail address is last on the waitlist.
  await addPerson(make.context(organizer.member), eventId, { name: "Amara Okafor" });
  const { email } = stranger.member;
  const subscriber = `${newId()}@example.org`;
  const following = { about: "organizer", id: organizer.member.id } as const;
  await subscribe(make.context(), { email: subscriber, follow: following });
  const { insertedId: followId } = await follow(make.context(participant.member), following);
  const [linkedFollow] = await listFollowsOf(make.db, subscriber);
  await make.db
    .insertInto("ownership_transfers")
    .values({ event_id: eventId, email, offered_at: new Date() })
    .execute();
  const registrations = await make.db
    .selectFrom("registrations")
    .select(["id", "member_id"])
    .where("event_id", "=", eventId)
    .execute();
  const communityId = await make.community();
  await giveRight(make, { memberId: organizer.member.id, communityId, role: "owner" });
  await giveRight(make, { memberId: coorganizer.member.id, communityId });
  const linkOf = ({ member }: Person) => {
    const { id = "" } = registrations.find((row) => row.member_id === member.id) ?? {};
    return make.links.sign("registration", id);
  };
  return {
    make,
    people,
    eventId,
    /** A member who has joined, and makes no calls. */
    quiet,
    /** An event without participants. */
    openId: await make.event({ eventDate }),
    /** A community of the organizer and the co-organizer, without members. */
    communityId,
    followId,
    linkedFollowId: linkedFollow?.id ?? "",
    personId: registrations.find((row) => row.member_id === null)?.id ?? "",
    guestId: joined.registration?.guests[0]?._id ?? "",
    links: {
      participant: linkOf(participant),
      waitlisted: linkOf(waitlisted),
      thanks: make.links.sign("notifications", `${leaver.id}:thanks`),
      newsletter: make.links.sign("newsletter", subscriber),
    },
  };
}
export type Scene = Awaited<ReturnType<typeof sceneIn>>;
