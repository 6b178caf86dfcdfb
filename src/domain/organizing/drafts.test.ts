import { beforeEach, describe, expect, it } from "vitest";
import { markVerified } from "#adapters/auth/verified.ts";
import { type Call, callerOf, outcomeOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { newEvent } from "#test/operations.ts";
import { readFiles, isTest } from "#test/source-files.ts";
import { listCalendarEntries, listLatestEvents, listNews } from "../events/queries.ts";
import { listEventAddresses } from "../events/sitemap.ts";
import { acceptOwnership, endOwnershipTransfer } from "../ownership-transfers/commands.ts";
import { requireRight } from "../rights/queries.ts";
import { createEvent, publishEvent } from "./commands.ts";
import { EventInput } from "./shapes.ts";

let make: Make;
let call: Call;
let mayor: Awaited<ReturnType<Make["signedIn"]>>;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf({ ...make, sendsMail: true });
  mayor = await make.signedIn({ email: "mayor@cityhall.example", name: "The mayor" });
});

const add = async (by = mayor, ask = call) =>
  (await ask("POST", "/add-event", { token: by.token, json: newEvent() })).body as {
    insertedId: string;
    status: string;
  };

/** Tells for each view that shows events to other people whether it shows this event. */
async function shown(id: string) {
  const other = await make.signedIn();
  const visitor = make.context();
  const named = (text: string) => text.includes(id);
  const read = async (path: string) => named(JSON.stringify((await call("GET", path)).body));
  const found = async (method: string, path: string, json?: object) =>
    (await call(method, path, { token: other.token, ...(json && { json }) })).status !== 404;
  const isIn = (rows: readonly { _id?: string; id?: string }[]) => named(JSON.stringify(rows));
  return {
    list: await read("/events"),
    all: await read("/events?when=all"),
    search: await read("/events?search=beach"),
    home: isIn(await listLatestEvents(visitor)),
    sitemap: isIn(await listEventAddresses(visitor)),
    calendars: isIn(await listCalendarEntries(visitor, {})),
    news: isIn(await listNews(visitor, { category: ["cleanup"] })),
    page: await found("GET", `/view-event/${id}`),
    calendar: await found("GET", `/events/${id}/calendar.ics`),
    live: await outcomeOf(make.watchNumbers(id, "192.0.2.1").then((stream) => stream.cancel())).then(
      (is) => is === "done",
    ),
    joined: await found("GET", `/already-joined/${id}`),
    offer: await found("GET", `/events/${id}/hand-over`),
    participants: await outcomeOf(requireRight(make.context(other.member), id, "people")).then(
      (is) => is === "not_yours",
    ),
    change: await found("PATCH", `/events/${id}`, {}),
    counts: await found("PATCH", `/join-event/${id}`),
    leave: await found("DELETE", `/join-event/${id}`),
    decline: await outcomeOf(endOwnershipTransfer(make.context(other.member), id)).then((is) => is === "done"),
    join: await found("POST", "/join-event", { eventId: id }),
  };
}
const all = (value: boolean, of: object) => Object.fromEntries(Object.keys(of).map((name) => [name, value]));

describe("an event of an unconfirmed address, on a site that sends mail", () => {
  it("is a draft, visible only to its organizer, who sees that it is one", async () => {
    const { insertedId: id, status } = await add();
    expect(status).toBe("draft");
    const mine = await call("GET", "/myEvents", { token: mayor.token });
    expect(mine.body).toMatchObject([{ _id: id, status: "draft" }]);
    expect((await call("GET", `/view-event/${id}`, { token: mayor.token })).body).toMatchObject({ status: "draft" });
    const seen = await shown(id);
    expect(seen).toEqual(all(false, seen));
  });

  it("is published, with all of the member's drafts and no others, when the address is confirmed", async () => {
    const { insertedId: id } = await add();
    await add();
    const other = await make.signedIn();
    const { insertedId: theirs } = await add(other);
    const link = (await make.mails()).find(({ to }) => to === mayor.member.email)?.links[0] ?? "";
    const { headers } = { headers: { origin: "http://localhost", cookie: mayor.cookie } };
    const json = { token: link.split("#")[1] };
    expect((await call("POST", "/auth/confirm-email", { json, headers })).body).toEqual({ status: true, published: 2 });
    const seen = await shown(id);
    expect(seen).toEqual(all(true, seen));
    expect((await call("GET", `/view-event/${theirs}`)).status).toBe(404);
    expect((await add()).status).toBe("active");
  });

  it("is published when the member moves to an address that they confirm", async () => {
    const { insertedId: id } = await add();
    const link = { purpose: "change-email", memberId: mayor.member.id, email: "new@example.org" } as const;
    const secret = (await make.auth.makeLink(link))?.split("#")[1];
    await make.authCall("POST", "confirm-email", { body: { token: secret }, cookie: mayor.cookie });
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });

  it("waits for the owner of the address to publish it, if another person may have written it", async () => {
    const { insertedId: id } = await add();
    await make.authCall("POST", "request-password-reset", { body: { email: mayor.member.email } });
    const token = (await make.mails()).find(({ subject }) => subject.includes("password"))?.links[0]?.split("#")[1];
    await make.authCall("POST", "reset-password", { body: { token, newPassword: "Secret2" } });
    expect((await call("GET", `/view-event/${id}`)).status).toBe(404);
    const owner = make.context(mayor.member);
    expect(await outcomeOf(publishEvent(make.context(await make.member()), id))).toBe("email_unconfirmed");
    expect(await publishEvent(owner, id)).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });

  it("cannot be published by a member with an unconfirmed address", async () => {
    const { insertedId: id } = await add();
    expect(await outcomeOf(publishEvent(make.context(mayor.member), id))).toBe("email_unconfirmed");
    const other = await make.member();
    await make.proven(other);
    expect(await outcomeOf(publishEvent(make.context(other), id))).toBe("not_found");
    expect((await call("GET", `/view-event/${id}`)).status).toBe(404);
  });

  it("is published too if it is created at the moment the address is confirmed", async () => {
    const input = EventInput.parse(newEvent());
    for (let round = 0; round < 10; round++) {
      const member = await make.member();
      const context = { ...make.context(member), sendsMail: true };
      const confirmed = make.db
        .transaction()
        .execute((tx) => markVerified(tx, member.id, { now: new Date(), isSame: true }));
      await Promise.all([createEvent(context, input), confirmed, createEvent(context, input)]);
    }
    const left = await make.db.selectFrom("events").select("id").where("is_draft", "=", true).execute();
    expect(left).toEqual([]);
  });

  it("cannot be taken over", async () => {
    const { insertedId: event_id } = await add();
    const heir = await make.member();
    await make.proven(heir);
    await make.db
      .insertInto("ownership_transfers")
      .values({ event_id, email: heir.email, offered_at: new Date() })
      .execute();
    expect(await outcomeOf(acceptOwnership(make.context(heir), event_id))).toBe("not_found");
  });
});

describe("a site without mail", () => {
  it("publishes an event at once, since addresses cannot be confirmed", async () => {
    const { insertedId: id, status } = await add(mayor, callerOf(make));
    expect(status).toBe("active");
    expect((await call("GET", `/view-event/${id}`)).status).toBe(200);
  });
});

describe("the confirmation of an address", () => {
  it("is written in one place, which also publishes the waiting drafts", () => {
    const writes = /set\([^)]*email_verified|set [^`]*email_verified =/;
    const files = readFiles(["src"]).filter(({ path, text }) => !isTest(path) && writes.test(text));
    expect(files.map(({ path }) => path)).toEqual(["src/adapters/auth/verified.ts"]);
  });
});
