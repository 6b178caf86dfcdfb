import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database.ts";
import { hostIn, letProofAge } from "#test/host.ts";
import { makeIn, type Make } from "#test/make.ts";
import { hostGate } from "./host-gate.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

/** Returns whether a caller is let to a page, and the path that is answered. */
async function letTo(path: string, cookie?: string, more: Partial<Parameters<typeof hostGate>[0]> = {}) {
  const gate = hostGate({ auth: make.auth, hosts: make.hosts, sendsMail: true, origin: null, ...more });
  const headers = cookie === undefined ? {} : { cookie };
  const { isHost, request } = await gate(new Request(`http://localhost${path}`, { headers }), "192.0.2.1");
  return [isHost, new URL(request.url).pathname];
}

describe("a page for hosts", () => {
  it("exists for hosts, however long ago they proved who they are, because its contents ask for a proof", async () => {
    const { cookie, member } = await hostIn(make);
    for (const path of ["/host", "/host/", "/host/members", "/host.data", "/host/_.data"])
      expect(await letTo(path, cookie)).toEqual([true, path]);
    await letProofAge(make, member, 60);
    expect(await letTo("/host", cookie)).toEqual([true, "/host"]);
  });

  it("does not exist for all others", async () => {
    const { cookie } = await hostIn(make);
    const { cookie: stranger } = await make.signedIn();
    const unconfirmed = await make.signedIn();
    make.hosts.add(unconfirmed.member.email);
    for (const [path, instead] of [
      ["/host", "/-"],
      ["/host/members", "/-"],
      ["/HOST//", "/-"],
      ["/%68ost/%", "/-"],
      ["/host.data", "/-.data"],
      ["/host/members/_.data", "/-/_.data"],
    ] as const) {
      for (const shown of [undefined, stranger, unconfirmed.cookie, "goodturn.session_token=forged.forged"])
        expect(await letTo(path, shown)).toEqual([false, instead]);
      expect(await letTo(path, cookie, { sendsMail: false })).toEqual([false, instead]);
      expect(await letTo(path, cookie, { hosts: new Set() })).toEqual([false, instead]);
    }
  });

  it("does not exist while the database is unreachable", async () => {
    const { cookie } = await hostIn(make);
    const sessions = { ...make.auth.sessions, read: () => Promise.reject(new Error("no database")) };
    expect(await letTo("/host", cookie, { auth: { ...make.auth, sessions } })).toEqual([false, "/-"]);
  });

  it("gets the method, query and body that were sent to it", async () => {
    const gate = hostGate({ auth: make.auth, hosts: make.hosts, sendsMail: true, origin: null });
    const sent = new Request("http://localhost/host?a=b", { method: "POST", body: "c" });
    const { request } = await gate(sent, "192.0.2.1");
    expect([request.method, request.url, await request.text()]).toEqual(["POST", "http://localhost/-?a=b", "c"]);
  });

  it("does not include pages with a similar path", async () => {
    const { cookie } = await hostIn(make);
    for (const path of ["/", "/hosting", "/hostx/host", "/view-event/host", "/host%2Fmembers", "/%host"])
      expect(await letTo(path, cookie)).toEqual([false, path]);
  });
});
