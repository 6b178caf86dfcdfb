import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionUser } from "./auth-client.ts";
import { createOwnSession } from "./own-session.ts";

const minute = 60_000;
/** The lifetime of a token. */
const lifetime = 15 * minute;
const member: SessionUser = {
  id: "1",
  email: "amina@example.org",
  emailVerified: true,
  displayName: "Amina Rahman",
  photoURL: null,
};

/** The addresses called, and the server's answer to a request for a token. */
let asked: string[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = () => tokenOf(asked.length);
  vi.stubGlobal(
    "BroadcastChannel",
    class extends EventTarget {
      postMessage() {}
    },
  );
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A token in the server's shape; nothing here verifies it. */
function textOf(number: number) {
  const claims = { exp: (Date.now() + lifetime) / 1000, number };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;
}
const tokenOf = (number: number) => Response.json({ token: textOf(number) });

function membersSession() {
  const session = createOwnSession();
  session.settle(member);
  return session;
}

describe("the token of a session", () => {
  it.each([
    ["is kept", 9 * minute, 1],
    ["is kept until the last moment", 10 * minute - 1, 1],
    ["is requested again five minutes before it expires", 10 * minute, 2],
    ["is requested again after that", 14 * minute, 2],
    ["is requested again once it has expired", lifetime + 1, 2],
  ])("%s, %d ms after it was given", async (_, after, calls) => {
    const session = membersSession();
    const first = await session.token();
    expect(first).toBe(textOf(1));
    vi.advanceTimersByTime(after);
    const second = await session.token();
    expect(asked).toEqual(Array.from({ length: calls }, () => "/api/auth/token"));
    expect(second === first).toBe(calls === 1);
  });

  it("belongs to the next member after another log-in, and is null after logging out", async () => {
    const session = membersSession();
    await session.token();
    session.settle({ ...member, id: "2" });
    await session.token();
    expect(asked).toHaveLength(2);
    session.settle(null);
    expect([await session.token(), asked.length]).toEqual([null, 2]);
  });

  it("is null once the session has ended, and every listener is told", async () => {
    const session = membersSession();
    const told = vi.fn<(user: SessionUser | null, elsewhere: boolean) => void>();
    session.onSession(told);
    answer = () => new Response(null, { status: 401 });
    expect(await session.token()).toBeNull();
    expect(told.mock.calls).toEqual([
      [member, false],
      [null, false],
    ]);
  });

  it("is requested again after a failed call", async () => {
    const session = membersSession();
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(session.token()).rejects.toMatchObject({ code: "unreachable" });
    answer = () => tokenOf(2);
    expect(await session.token()).toBe(textOf(2));
  });
});

describe("a session that is read again", () => {
  it("tells the other tabs after a refresh, and not when it is only read", async () => {
    const session = createOwnSession();
    const posted = vi.spyOn(BroadcastChannel.prototype, "postMessage");
    answer = () => Response.json({ user: { id: "1", email: member.email, emailVerified: true, name: "Amina Rahman" } });
    await session.restore();
    expect(posted).not.toHaveBeenCalled();
    await session.refresh();
    expect(posted).toHaveBeenCalledExactlyOnceWith("changed");
  });
});
