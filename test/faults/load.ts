import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Make } from "../make.ts";
import { registrationsIn } from "../registrations.ts";
import { type Answer, ask, makeCrowd, type Person } from "../setup/crowd.ts";

/** The number of parallel callers, of people, and of events to join; one of these has few spots. */
const [workers, people, events] = [16, 160, 8];
/** The share of writes: one request in this many. */
const oneWriteIn = 5;

/** A person at an event, according to the answers: `isUnknown` if the last request had none. */
type Story = { person: Person; eventId: string; joined: boolean; isUnknown: boolean };

export type Load = {
  /** Runs until `other` has ended, and every state is known. */
  run: (other: Promise<unknown>) => Promise<void>;
  /** The measurements; `failed` are requests without an answer, or with one that is not ours. */
  figures: () => {
    requests: number;
    writes: number;
    failed: number;
    byReason: Record<string, number>;
    longestMs: number;
  };
  /** Expects that nothing acknowledged is lost, nobody is registered twice and no spot is taken twice. */
  expectKept: () => Promise<void>;
};

/** Prepares people who read pages, make calls, join and leave, all at one address. */
export async function mixedLoad(make: Make, address: string): Promise<Load> {
  const eventDate = new Date(Date.now() + 30 * 86_400_000);
  const event = (_: unknown, index: number) => make.event({ eventDate, maxParticipant: index === 0 ? "5" : "1000" });
  const eventIds = await Promise.all(Array.from({ length: events }, event));
  const crowd = await makeCrowd(make, people);
  const stories = crowd.map((person, index): Story => {
    return { person, eventId: eventIds[index % events] ?? "", joined: false, isUnknown: false };
  });
  const pages = ["/", "/upcoming-events", "/api/events", "/aboutUs", ...eventIds.map((id) => `/view-event/${id}`)];
  const byReason: Record<string, number> = {};
  let [requests, writes, failed, longestMs] = [0, 0, 0, 0];

  const timed = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    requests++;
    return request().finally(() => (longestMs = Math.max(longestMs, performance.now() - begun)));
  };
  const fail = (what: string, reason: unknown) => {
    failed++;
    const key = `${what}: ${String(reason)}`;
    byReason[key] = (byReason[key] ?? 0) + 1;
  };

  async function read(path: string) {
    try {
      const status = await timed(async () => {
        const answer = await fetch(address + path, { signal: AbortSignal.timeout(30_000) });
        await answer.arrayBuffer();
        return answer.status;
      });
      if (status !== 200) fail("read", status);
    } catch (error) {
      fail("read", causeOf(error));
    }
  }

  async function write(story: Story) {
    writes++;
    const { person, eventId, joined, isUnknown } = story;
    let answer: Answer;
    try {
      answer = await timed(() =>
        joined
          ? ask(address, person, "DELETE", `/join-event/${eventId}`)
          : ask(address, person, "POST", "/join-event", { eventId }),
      );
    } catch (error) {
      story.isUnknown = true;
      return fail("write", causeOf(error));
    }
    // An unanswered request may have succeeded.
    const wasDone = isUnknown && answer.said.code === "already_joined";
    if (answer.status === 200 || wasDone) Object.assign(story, { joined: !joined, isUnknown: false });
    else {
      // The same if our answer was that the database is unreachable: the connection may have broken after the change.
      story.isUnknown = true;
      fail("write", `${answer.status} ${answer.said.code ?? ""}`);
    }
  }

  async function work(own: Story[], isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn++) {
      const story = own[Math.floor(turn / oneWriteIn) % own.length];
      if (turn % oneWriteIn === 0 && story) await write(story);
      else await read(pages[Math.floor(Math.random() * pages.length)] ?? "/");
      // A pause, so that cached pages do not turn this into a speed test.
      await pause(5);
    }
  }

  return {
    async run(other) {
      let isOver = false;
      const ended = other.finally(() => (isOver = true));
      const shares = Array.from({ length: workers }, (_, index) => stories.filter((__, at) => at % workers === index));
      await Promise.all([ended, ...shares.map((own) => work(own, () => isOver))]);
      // Runs until every state is known.
      for (const story of stories) while (story.isUnknown) await write(story);
    },
    figures: () => ({ requests, writes, failed, byReason, longestMs: Math.round(longestMs) }),
    async expectKept() {
      const registrations = registrationsIn(make);
      for (const id of eventIds) await registrations.expectRight(id);
      const rows = (await Promise.all(eventIds.map(registrations.rows))).flat();
      const keys = rows.map((row) => `${row.event_id} ${row.member_id}`);
      const expected = stories.filter(({ joined }) => joined).map(({ eventId, person }) => `${eventId} ${person.id}`);
      expect(keys.toSorted()).toEqual(expected.toSorted());
    },
  };
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};
