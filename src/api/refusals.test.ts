import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveNumbers } from "#adapters/live/live.ts";
import { type FailureCode, statusOf } from "#domain/failure.ts";
import { say } from "#messages/say.ts";
import { accountRefusals } from "#test/account-refusals.ts";
import { authRefusals, broken, large } from "#test/auth-refusals.ts";
import { type Answer, type Call, callerOf } from "#test/call.ts";
import { chapterRefusals } from "#test/chapter-operations.ts";
import { communityRefusals, giveRight } from "#test/community-operations.ts";
import { contactAddressRefusals } from "#test/contact-address-refusals.ts";
import { embedRefusals } from "#test/embed-refusals.ts";
import { subscribeRefusals } from "#test/follow-refusals.ts";
import { gateRefusals } from "#test/gate-refusals.ts";
import { hostingRefusals } from "#test/hosting-refusals.ts";
import { importRefusals } from "#test/import-refusals.ts";
import { linkRefusals } from "#test/link-refusals.ts";
import { testDatabase } from "#test/database.ts";
import { attemptsFor, authFor, makeIn, type Make, yesterday } from "#test/make.ts";
import { outcomeRefusals } from "#test/outcomes.ts";
import { assertionRefusals } from "#test/assertions.ts";
import { recordRefusals } from "#test/records.ts";
import { passkeyRefusals } from "#test/passkey-refusals.ts";
import { mailedRefusals } from "#test/mailed-refusals.ts";
import { newEvent } from "#test/operations.ts";
import { regularRefusals } from "#test/regular-operations.ts";
import { seriesRefusals } from "#test/series-operations.ts";
import { teamRefusals } from "#test/team-refusals.ts";
import { transferRefusals } from "#test/transfer-refusals.ts";
import { outreachRefusals } from "#test/outreach.ts";
import { participantRefusals } from "#test/participant-refusals.ts";
import { pictureRefusals } from "#test/picture-refusals.ts";
import { blockRefusals, reportRefusals, heldRefusals } from "#test/report-refusals.ts";
import { documentOf } from "./document.ts";
import { createApi } from "./index.ts";

type Operation = { operationId: string; responses: Record<string, { "x-codes"?: FailureCode[] }> };
type Refusals = Partial<Record<FailureCode, () => Promise<Answer>>>;

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});
afterEach(() => vi.restoreAllMocks());

/** The refusals of every operation. */
async function everyRefusal(): Promise<Record<string, Refusals>> {
  const me = await make.signedIn({ email: "me@example.org" });
  const { token, member } = me;
  const others = await make.event();
  const mine = await make.event({ organizer: member });
  const over = await make.event({ eventDate: yesterday() });
  const cancelled = await make.event({ cancelReason: "Storm" });
  const joined = await make.event();
  await make.join({ eventId: joined, member });
  const community = await make.community();
  const unknown = member.id;
  const none = { address: { most: 0, seconds: 60 }, account: null };
  const attempts = attemptsFor(make.db, {
    sign_in: none,
    sign_up: none,
    mail: { ...none, account: none.address },
    form: none,
    gate: none,
    gate_sync: none,
    invite: { address: null, account: none.address },
    event: { address: null, account: none.address },
    import: { address: null, account: none.address },
    picture: { address: null, account: none.address },
  });
  const { limitAttempts } = attempts;
  const limited = callerOf({ ...make, limitAttempts, auth: authFor(make.db, { attempts }) });
  const noneOfAccount = attemptsFor(make.db, { sign_in: { address: null, account: none.address } });
  const limitedByAccount = callerOf({ ...make, auth: authFor(make.db, { attempts: noneOfAccount }) });
  const mailed = attemptsFor(make.db, { outreach: { address: none.address, account: none.address } });
  const unmailed = callerOf({ ...make, ...mailed, auth: authFor(make.db, { attempts: mailed }) });
  const mailing = callerOf({ ...make, sendsMail: true });
  const { watchNumbers } = createLiveNumbers({ db: make.db, url: null, limits: { all: 0, address: null } });
  const crowded = callerOf({ ...make, watchNumbers });
  const proven = await make.signedIn();
  await make.proven(proven.member);
  const asProven = (method: string, path: string) => call(method, path, { token: proven.token });
  const other = { headers: { email: "other@example.org" } };
  const join = (eventId: string, more = {}) => call("POST", "/join-event", { token, json: { eventId, ...more } });

  return {
    listEvents: { invalid: () => call("GET", "/events?when=never") },
    listPins: { invalid: () => call("GET", "/events/pins?box=0,0,0,0") },
    watchNumbers: {
      not_found: () => call("GET", `/events/${unknown}/live`),
      too_many_viewers: () => crowded("GET", `/events/${others}/live`),
    },
    getEvent: { not_found: () => call("GET", `/view-event/${unknown}`) },
    createEvent: {
      invalid_json: () => call("POST", "/add-event", { token, ...broken }),
      sign_in_required: () => call("POST", "/add-event", { json: newEvent() }),
      not_yours: () => call("POST", "/add-event", { token, json: { ...newEvent(), email: "other@example.org" } }),
      too_large: () => call("POST", "/add-event", { token, ...large }),
      invalid: () => call("POST", "/add-event", { token, json: { ...newEvent(), title: "" } }),
      not_found: () => call("POST", "/add-event", { token, json: { ...newEvent(), communityId: unknown } }),
      too_many_events: () => limited("POST", "/add-event", { token, json: newEvent() }),
    },
    updateEvent: {
      invalid_json: () => call("PATCH", `/events/${mine}`, { token, ...broken }),
      sign_in_required: () => call("PATCH", `/events/${mine}`, { json: {} }),
      not_yours: () => call("PATCH", `/events/${others}`, { token, json: { title: "Mine now" } }),
      not_found: () => call("PATCH", `/events/${unknown}`, { token, json: {} }),
      event_cancelled: async () => {
        const ended = await make.event({ organizer: member, cancelReason: "Storm" });
        return call("PATCH", `/events/${ended}`, { token, json: {} });
      },
      too_large: () => call("PATCH", `/events/${mine}`, { token, ...large }),
      invalid: () => call("PATCH", `/events/${mine}`, { token, json: { location: "" } }),
    },
    publishEvent: {
      sign_in_required: () => call("POST", `/events/${mine}/publish`),
      not_yours: () => asProven("POST", `/events/${others}/publish`),
      email_unconfirmed: () => call("POST", `/events/${mine}/publish`, { token }),
      not_found: () => asProven("POST", `/events/${unknown}/publish`),
    },
    deleteEvent: {
      sign_in_required: () => call("DELETE", `/events/${mine}`),
      not_yours: () => call("DELETE", `/events/${mine}`, { token, ...other }),
      not_found: () => call("DELETE", `/events/${unknown}`, { token }),
    },
    listMyEvents: {
      sign_in_required: () => call("GET", "/myEvents"),
      not_yours: () => call("GET", "/myEvents?email=other@example.org", { token }),
      invalid: () => call("GET", "/myEvents?limit=0", { token }),
    },
    joinEvent: {
      invalid_json: () => call("POST", "/join-event", { token, ...broken }),
      sign_in_required: () => call("POST", "/join-event", { json: { eventId: others } }),
      not_yours: () => join(others, { userEmail: "other@example.org" }),
      not_found: () => join(unknown),
      already_joined: () => join(joined),
      cannot_join: async () => {
        const organizer = await make.member();
        const block = { blocker_id: organizer.id, blocked_id: member.id, blocked_at: new Date() };
        await make.db.insertInto("blocks").values(block).execute();
        return join(await make.event({ organizer }));
      },
      event_over: () => join(over),
      event_cancelled: () => join(cancelled),
      too_large: () => call("POST", "/join-event", { token, ...large }),
      invalid: () => call("POST", "/join-event", { token, json: {} }),
    },
    reconcileParticipants: {
      sign_in_required: () => call("PATCH", `/join-event/${others}`),
      not_found: () => call("PATCH", `/join-event/${unknown}`, { token }),
    },
    leaveEvent: {
      sign_in_required: () => call("DELETE", `/join-event/${others}`),
      not_found: () => call("DELETE", `/join-event/${unknown}`, { token }),
      event_over: () => call("DELETE", `/join-event/${over}`, { token }),
    },
    acceptOffer: {
      sign_in_required: () => call("POST", `/join-event/${others}/accept`),
      not_found: () => call("POST", `/join-event/${unknown}/accept`, { token }),
      event_over: () => call("POST", `/join-event/${over}/accept`, { token }),
      event_cancelled: () => call("POST", `/join-event/${cancelled}/accept`, { token }),
      no_offer: () => call("POST", `/join-event/${others}/accept`, { token }),
    },
    leaveGuest: {
      sign_in_required: () => call("DELETE", `/join-event/${others}/guests/${unknown}`),
      not_found: () => call("DELETE", `/join-event/${joined}/guests/${unknown}`, { token }),
      event_over: () => call("DELETE", `/join-event/${over}/guests/${unknown}`, { token }),
    },
    isJoined: { not_found: () => call("GET", `/already-joined/${unknown}`, { token }) },
    listJoinedEvents: {
      sign_in_required: () => call("GET", "/joined-events"),
      not_yours: () => call("GET", "/joined-events?email=other@example.org", { token }),
      invalid: () => call("GET", "/joined-events?cursor=nonsense", { token }),
    },
    proposeTowns: { invalid: () => call("GET", "/towns") },
    listCommunities: { invalid: () => call("GET", "/community?cursor=nonsense") },
    ...(await chapterRefusals({ make, call, unmailed })),
    ...(await communityRefusals({ make, call, limited, unmailed, mailing })),
    joinCommunity: {
      cannot_join_community: async () => {
        const [communityId, owner] = [await make.community(), await make.member()];
        await giveRight(make, communityId, owner);
        const block = { blocker_id: owner.id, blocked_id: member.id, blocked_at: new Date() };
        await make.db.insertInto("blocks").values(block).execute();
        return call("PATCH", "/joinCommunity", { token, json: { communityId } });
      },
      invalid_json: () => call("PATCH", "/joinCommunity", { token, ...broken }),
      sign_in_required: () => call("PATCH", "/joinCommunity", { json: { communityId: community } }),
      not_yours: () =>
        call("PATCH", "/joinCommunity", { token, json: { communityId: community, email: "other@example.org" } }),
      not_found: () => call("PATCH", "/joinCommunity", { token, json: { communityId: unknown } }),
      too_large: () => call("PATCH", "/joinCommunity", { token, ...large }),
      invalid: () => call("PATCH", "/joinCommunity", { token, json: { communityId: 7 } }),
    },
    leaveCommunity: {
      still_organizes: async () => {
        const communityId = await make.community();
        await giveRight(make, communityId, proven.member);
        return call("PATCH", "/leaveCommunity", { token: proven.token, json: { communityId } });
      },
      invalid_json: () => call("PATCH", "/leaveCommunity", { token, ...broken }),
      sign_in_required: () => call("PATCH", "/leaveCommunity", { json: { communityId: community } }),
      not_yours: () =>
        call("PATCH", "/leaveCommunity", { token, json: { communityId: community, email: "other@example.org" } }),
      not_found: () => call("PATCH", "/leaveCommunity", { token, json: { communityId: unknown } }),
      too_large: () => call("PATCH", "/leaveCommunity", { token, ...large }),
      invalid: () => call("PATCH", "/leaveCommunity", { token, json: { communityId: 7 } }),
    },
    sendContactMessage: {
      invalid_json: () => call("POST", "/contact", broken),
      too_large: () => call("POST", "/contact", large),
      invalid: () => call("POST", "/contact", { json: { name: "Amina", email: "nobody", message: "Hello" } }),
      too_many_attempts: () =>
        limited("POST", "/contact", { json: { name: "Amina", email: "a@example.org", message: "Hello" } }),
      too_many_mails: () =>
        unmailed("POST", "/contact", { json: { name: "Amina", email: "a@example.org", message: "Hello" } }),
    },
    subscribe: {
      ...subscribeRefusals({ make, call }),
      invalid_json: () => call("POST", "/subscribe", broken),
      too_large: () => call("POST", "/subscribe", large),
      invalid: () => call("POST", "/subscribe", { json: { email: "nobody" } }),
      too_many_attempts: () => limited("POST", "/subscribe", { json: { email: "a@example.org" } }),
      too_many_mails: () => unmailed("POST", "/subscribe", { json: { email: "a@example.org" } }),
    },
    ...linkRefusals({ make, call, member, token }),
    ...(await authRefusals({ make, call, limited, unmailed, me })),
    ...(await mailedRefusals({ make, call, limited, unmailed })),
    ...passkeyRefusals({ make, call, limited, me }),
    ...(await outreachRefusals({ make, call, unmailed, mailing, me })),
    ...(await participantRefusals({ make, call, limited, unmailed, mailing, me })),
    ...(await outcomeRefusals({ make, call, mailing, me })),
    ...(await recordRefusals({ make, call, me })),
    ...(await assertionRefusals({ make, call, mailing, me })),
    ...(await transferRefusals({ make, call, unmailed, mailing, me })),
    ...(await seriesRefusals({ make, call, limited, me })),
    ...(await regularRefusals({ make, call, mailing, me })),
    ...(await teamRefusals({ make, call, unmailed, mailing, me })),
    getSeriesCalendar: { not_found: () => call("GET", `/series/${unknown}/calendar.ics`) },
    getEventCalendar: { not_found: () => call("GET", `/events/${unknown}/calendar.ics`) },
    getEventsCalendar: { invalid: () => call("GET", "/feeds/events.ics?category=party") },
    getEventsAsRss: { invalid: () => call("GET", "/feeds/events.rss?category=party") },
    getEventsAsAtom: { invalid: () => call("GET", "/feeds/events.atom?category=party") },
    getEventsAsJson: { invalid: () => call("GET", "/feeds/events.json?category=party") },
    getOwnCalendar: { not_found: () => call("GET", "/calendars/guessed.ics") },
    ...contactAddressRefusals({ make, call, limited, unmailed, mailing, me }),
    getCalendarAddress: { sign_in_required: () => call("GET", "/account/calendar") },
    makeCalendarAddress: { sign_in_required: () => call("POST", "/account/calendar") },
    removeCalendarAddress: { sign_in_required: () => call("DELETE", "/account/calendar") },
    ...embedRefusals(call, unknown),
    ...accountRefusals({ make, call, limitedByAccount, me }),
    ...(await importRefusals({ make, call, limited, mailing, me })),
    ...(await gateRefusals({ make, call, limited, mailing, me })),
    ...(await hostingRefusals({ make, me })),
    ...(await reportRefusals({ make, call, unmailed, me })),
    ...(await blockRefusals({ make, call, me })),
    ...(await pictureRefusals({ make, call, limited, me })),
  };
}

describe("the refusals that the document lists", () => {
  it("all occur, each with its status and sentence, and no others", { timeout: 120_000 }, async () => {
    // When another service cannot be reached, the log tells the hosts.
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const document = await documentOf(createApi(make));
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path as object) as Operation[]);
    const examples = await everyRefusal();
    const held = await heldRefusals({ make, me: await make.signedIn() });
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(examples).toSorted());

    for (const { operationId, responses } of operations) {
      const documented = Object.values(responses).flatMap((response) => response["x-codes"] ?? []);
      const produced = Object.entries({ ...examples[operationId], ...held[operationId] }) as [
        FailureCode,
        () => Promise<Answer>,
      ][];
      expect(produced.map(([code]) => code).toSorted(), operationId).toEqual(documented.toSorted());
      for (const [code, example] of produced) {
        const answer = await example();
        const waits = (code.startsWith("too_many_") && code !== "too_many_viewers") || code.endsWith("s_busy");
        // It was counted a moment ago, so that the minute is not over yet, even on a slow machine.
        const seconds = waits ? Number(answer.headers.get("retry-after")) : 0;
        const message = say(`failure.${code}`, waits ? { wait: say("wait.seconds", { count: seconds }) } : {});
        expect(answer.body, `${operationId} ${code}`).toMatchObject({ code, message });
        expect(answer.status, `${operationId} ${code}`).toBe(statusOf[code]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.has("retry-after")).toBe(waits);
        expect(seconds > 0).toBe(waits);
      }
    }
  });
});
