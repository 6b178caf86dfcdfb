import { sql } from "kysely";
import { expect } from "vitest";
import { answerAssertion, askForAssertion } from "#domain/assertions/commands.ts";
import { listAssertions } from "#domain/assertions/queries.ts";
import { newId, type Schema } from "#db/schema.server.ts";
import type { Transaction } from "kysely";
import type { Member } from "#domain/members/shapes.ts";
import { attemptsFor, authFor, type Make } from "./make.ts";
import { broken, large } from "./auth-refusals.ts";
import { type Answer, type Call, callerOf } from "./call.ts";
import type { Operation } from "./operations.ts";
import { overEvent } from "./outcomes.ts";
import { helpedAt } from "./records.ts";
import type { Scene } from "./scene.ts";

/** A member with a confirmed address who has organized a past event. */
export async function organizerIn(make: Make, wishes: Partial<Omit<Member, "id">> = {}): Promise<Member> {
  const member = await make.member(wishes);
  await make.proven(member);
  await overEvent(make, member);
  return member;
}

/**
 * Makes hours of a member at their own event, about which they ask a second organizer.
 * @returns the event's id and the request's
 */
export async function askedOf(make: Make, asker: Member, second: Member) {
  const eventId = await helpedAt(make, asker, [asker]);
  await askForAssertion(make.context(asker), eventId, { email: second.email });
  const { id } = await make.db
    .selectFrom("assertions")
    .select("id")
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return { eventId, id };
}

/** The same, asserted. */
export async function assertedBy(make: Make, asker: Member, second: Member) {
  const made = await askedOf(make, asker, second);
  await answerAssertion(make.context(second), made.id, { answer: "asserted" });
  return made;
}

/** The requests that wait for a member, and the assertions they made, by id. */
export async function listOf(make: Make, member: Member, now?: Date) {
  const { waiting, given } = await listAssertions(make.context(member, now));
  return { waiting: waiting.map(({ _id }) => _id), given: given.map(({ _id }) => _id) };
}

/**
 * Starts an action while a transaction locks what the action needs, waits until the action blocks, and ends the
 * transaction. For PostgreSQL only.
 */
export async function meanwhile<Result>(
  make: Make,
  hold: (tx: Transaction<Schema>) => Promise<unknown>,
  begin: () => Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  const { begun } = await make.db.transaction().execute(async (tx) => {
    await hold(tx);
    let isDone = false;
    const [settled] = [Promise.allSettled([begin()]).finally(() => (isDone = true))];
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => isDone || (await waiting.execute(make.db)).rows.length > 0, { timeout: 60_000 })
      .toBe(true);
    return { begun: settled };
  });
  const [result] = await begun;
  return result;
}

const path = (id: string) => `/account/record/${id}/assertion`;

/** The participant's only request to the organizer in the scene. */
async function pairIn({ make, people: { participant, organizer } }: Scene) {
  // A member's requests per day are limited.
  await make.db.deleteFrom("assertions").where("member_id", "=", participant.member.id).execute();
  await overEvent(make, organizer.member);
  return askedOf(make, participant.member, organizer.member);
}

export const assertionOperations: Record<string, Operation> = {
  async askForAssertion({ make, people: { participant } }) {
    const eventId = await helpedAt(make, participant.member, [participant.member]);
    await make.db.deleteFrom("assertions").where("member_id", "=", participant.member.id).execute();
    return { method: "POST", path: path(eventId), json: { email: "somebody@example.org" } };
  },
  async withdrawAssertion(scene) {
    return { method: "DELETE", path: path((await pairIn(scene)).eventId) };
  },
  listAssertions: () => ({ method: "GET", path: "/account/asserting" }),
  async answerAssertion(scene) {
    const { id } = await pairIn(scene);
    return { method: "PUT", path: `/account/asserting/${id}`, json: { answer: "asserted" } };
  },
};

type Parts = { make: Make; call: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };
type Refused = () => Promise<Answer>;

/** Every refusal of every call about second organizers. */
export async function assertionRefusals({ make, call, mailing, me: { member, token } }: Parts) {
  const json = { email: "second@example.org" };
  const mine = await helpedAt(make, member, [member]);
  const open = await askedOf(make, member, await organizerIn(make));
  const others = await helpedAt(make, await make.member(), [member]);
  const ended = (eventId: string, days: number) =>
    make.db
      .updateTable("record_events")
      .set({ event_end: new Date(Date.now() - days * 86_400_000) })
      .where("event_id", "=", eventId)
      .execute();
  const [late, early, hidden] = [
    await helpedAt(make, member, [member]),
    await helpedAt(make, member, [member]),
    await helpedAt(make, member, [member]),
  ];
  await ended(late, 366);
  await ended(early, -1);
  await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
  const ask = (id: string, more: object) => () => call("POST", path(id), { token, json, ...more });
  const none = { address: null, account: { most: 0, seconds: 60 } };
  const attempts = attemptsFor(make.db, { outreach: none });
  const unmailed = callerOf({ ...make, ...attempts, auth: authFor(make.db, { attempts }) });

  const second = await make.signedIn();
  await overEvent(make, second.member);
  const asker = await make.member();
  const waiting = await askedOf(make, asker, second.member);
  const reply = (id: string, more: object) => () =>
    call("PUT", `/account/asserting/${id}`, { token: second.token, json: { answer: "asserted" }, ...more });
  const proven = (refused: Refused) => async () => {
    await make.proven(second.member);
    return refused();
  };
  return {
    askForAssertion: {
      invalid_json: ask(mine, broken),
      sign_in_required: () => call("POST", path(mine), { json }),
      email_unconfirmed: () => mailing("POST", path(mine), { token, json }),
      under_review: ask(hidden, {}),
      not_found: ask(newId(), {}),
      assertion_needless: ask(others, {}),
      event_not_over: ask(early, {}),
      assertion_late: ask(late, {}),
      assertion_open: ask(open.eventId, {}),
      too_large: ask(mine, large),
      invalid: ask(mine, { json: { email: member.email } }),
      too_many_mails: () => unmailed("POST", path(mine), { token, json }),
    },
    withdrawAssertion: {
      sign_in_required: () => call("DELETE", path(mine)),
      not_found: () => call("DELETE", path(mine), { token }),
      assertion_gone: async () => {
        await make.db.updateTable("assertions").set({ status: "declined" }).where("id", "=", open.id).execute();
        return call("DELETE", path(open.eventId), { token });
      },
    },
    listAssertions: { sign_in_required: () => call("GET", "/account/asserting") },
    answerAssertion: {
      invalid_json: reply(waiting.id, broken),
      sign_in_required: () => call("PUT", `/account/asserting/${waiting.id}`, { json: { answer: "asserted" } }),
      email_unconfirmed: reply(waiting.id, {}),
      not_found: proven(reply(open.id, {})),
      assertion_late: proven(async () => {
        await ended(waiting.eventId, 366);
        return reply(waiting.id, {})();
      }),
      assertion_gone: proven(async () => {
        await make.db.updateTable("assertions").set({ status: "withdrawn" }).where("id", "=", waiting.id).execute();
        return reply(waiting.id, {})();
      }),
      too_large: reply(waiting.id, large),
      invalid: reply(waiting.id, { json: { answer: "perhaps" } }),
    },
  } satisfies Record<string, Record<string, Refused>>;
}
