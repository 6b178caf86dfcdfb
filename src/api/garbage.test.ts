import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import type { FailureCode } from "#domain/failure.ts";
import { type Call, callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { inTwoYears, makeIn, type Make } from "#test/make.ts";
import { createApi } from "./index.ts";

let make: Make;
let call: Call;
beforeEach(async () => {
  make = makeIn(await testDatabase());
  call = callerOf(make);
});

const good = {
  title: "Beach Cleanup",
  eventType: "cleanup",
  location: "Leeds",
  eventDate: inTwoYears("-05-01T09:30:00Z"),
  maxParticipant: "20",
  thumbnailUrl: "https://example.org/a.jpg",
  description: "Bring gloves.",
};
const json = { "content-type": "application/json" };
const text = JSON.stringify(good);
const nothing = "00000000-0000-7000-8000-000000000000";

/** A cursor that encodes this value. */
const mark = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Expects a Refusal whose sentences are all ours, without text from Zod, SQL or the code. */
function expectRefusal({ status, body }: Awaited<ReturnType<Call>>, codes: FailureCode[]) {
  expect(codes).toContain(body.code);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(Object.keys(body).filter((key) => !["code", "message", "fields"].includes(key))).toEqual([]);
  const sentences: string[] = [body.message, ...(body.fields ?? []).map((field: { message: string }) => field.message)];
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^[A-Z].+[a-z0-9./]$/);
    expect(sentence).not.toMatch(/expected|received|invalid input|unrecognized|zod|select|insert|stack/i);
  }
}

describe("an invalid body", () => {
  const bodies: [string, BodyInit, Record<string, string>, FailureCode][] = [
    ["is empty", "", json, "invalid_json"],
    ["is cut in half", text.slice(0, 50), json, "invalid_json"],
    ["claims to be a form", text, { "content-type": "application/x-www-form-urlencoded" }, "invalid_json"],
    ["claims to be text", text, { "content-type": "text/plain" }, "invalid_json"],
    ["has no content type", new TextEncoder().encode(text), {}, "invalid_json"],
    ["claims to be almost JSON", text, { "content-type": "application/jsonp" }, "invalid_json"],
    ["is in another encoding", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), json, "invalid_json"],
    ["breaks off within a letter", new Uint8Array([0x22, 0xe0, 0xa6, 0x22]), json, "invalid_json"],
    ["has comments", `// hello\n${text}`, json, "invalid_json"],
    ["is null", "null", json, "invalid"],
    ["is true", "true", json, "invalid"],
    ["is a number", "1e999", json, "invalid"],
    ["is a text", '"title"', json, "invalid"],
    ["is a list", `[${text}]`, json, "invalid"],
    ["is nested 20,000 deep", "[".repeat(20_000) + "]".repeat(20_000), json, "invalid"],
    ["has nested objects 5,000 deep", `${'{"title":'.repeat(5000)}1${"}".repeat(5000)}`, json, "invalid"],
    ["is a prototype", '{"__proto__": {"title": "x"}}', json, "invalid"],
    ["is a constructor", '{"constructor": {"prototype": {"title": "x"}}}', json, "invalid"],
    ["is 64 kB and one byte", "x".repeat(64 * 1024 + 1), json, "too_large"],
    ["is a megabyte", `{"title":"${"x".repeat(1 << 20)}"}`, json, "too_large"],
  ];
  it.each(bodies)("is rejected if it %s", async (_, body, headers, code) => {
    const { token } = await make.signedIn();
    for (const [method, path] of [
      ["POST", "/add-event"],
      ["PATCH", `/events/${nothing}`],
      ["POST", "/join-event"],
    ] as const) {
      const codes: FailureCode[] = method === "PATCH" && code === "invalid" ? [code, "not_found"] : [code];
      expectRefusal(await call(method, path, { token, body, headers }), codes);
    }
    expectRefusal(await call("POST", "/subscribe", { body, headers }), [code]);
    for (const path of ["sign-up/email", "sign-in/email"]) {
      expectRefusal(await call("POST", `/auth/${path}`, { body, headers }), [code]);
    }
    expect((await call("GET", "/events?when=all")).body).toEqual([]);
  });

  it("is rejected if it never ends and does not declare its length", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(0x20));
      },
    });
    const init = { method: "POST", headers: json, body: endless, duplex: "half" };
    const answer = await createApi(make).request("/subscribe", init, { address: "192.0.2.1" });
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(200_000);
  });

  it("is rejected if the caller hangs up, and is not logged as a bug", async () => {
    for (const path of ["/subscribe", "/auth/sign-in/email"]) {
      for (const headers of [json, { ...json, "content-length": "500" }]) {
        const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
        const init = { method: "POST", headers, body, duplex: "half" };
        const answer = await new Hono<{ Bindings: { address: string } }>()
          .route("/api", createApi(make))
          .request(`/api${path}`, init, { address: "192.0.2.1" });
        expect(answer.status).toBe(400);
      }
    }
  });
});

describe("an invalid value is rejected", () => {
  const values: unknown[] = [
    null,
    true,
    7,
    1e308,
    [],
    {},
    [good],
    "\0",
    "a\0b",
    "\ud800",
    "\udc00x",
    // Sorting thousands of marks takes seconds.
    `e${"\u0301".repeat(8000)}${"\u0323".repeat(8000)}`,
    "x".repeat(60_000),
  ];
  const fields = [
    "title",
    "eventType",
    "location",
    "eventDate",
    "maxParticipant",
    "thumbnailUrl",
    "description",
    "timeZone",
  ];
  it.each(fields)("in the field %s", async (field) => {
    const { token, member } = await make.signedIn();
    const mine = await make.event({ organizer: member });
    const before = await call("GET", `/view-event/${mine}`);
    for (const value of values) {
      const created = await call("POST", "/add-event", { token, json: { ...good, [field]: value } });
      expectRefusal(created, ["invalid"]);
      expect(created.body.fields.map(({ path }: { path: string }) => path)).toEqual([field]);
      if (field === "maxParticipant") continue;
      // An optional picture or description may be null, which removes it.
      if (value === null && ["thumbnailUrl", "description"].includes(field)) continue;
      expectRefusal(await call("PATCH", `/events/${mine}`, { token, json: { [field]: value } }), ["invalid"]);
    }
    expect((await call("GET", "/events?when=all")).body).toEqual([before.body]);
  });

  const dates = `+275760-09-13T00:00:00.000Z -000001-01-01T00:00:00Z 0000-01-01T00:00:00Z 0001-01-01T00:00:00Z
    1970-01-01T00:00:00Z 2099-02-30T00:00:00Z 2099-13-01T00:00:00Z 2099-01-01T25:00:00Z 2099-01-01 2099-01-01T00:00:00
    2099-01-01T00:00Z 2099-01-01T00:00:00+99:99 9999-12-31T23:59:59-23:59 9998-06-01T00:00:00Z NaN Infinity now infinity epoch
    2099-01-01T00:00:00Z;select ２０９９-01-01T00:00:00Z`;
  it.each(["", ...dates.split(/\s+/)])("for the date %o", async (eventDate) => {
    const { token, member } = await make.signedIn();
    const mine = await make.event({ organizer: member });
    expectRefusal(await call("POST", "/add-event", { token, json: { ...good, eventDate } }), ["invalid"]);
    expectRefusal(await call("PATCH", `/events/${mine}`, { token, json: { eventDate } }), ["invalid"]);
  });

  it.each(["-01-01T00:00:00Z", "-01-01T00:00:00.123456789Z", "-01-01T00:00:00-23:59"])(
    "but the valid date %o in a future year is accepted, and its list can be paged through",
    async (end) => {
      const { token, member } = await make.signedIn();
      const eventDate = inTwoYears(end);
      await call("POST", "/add-event", { token, json: { ...good, eventDate } });
      await call("POST", "/add-event", { token, json: { ...good, eventDate } });
      const first = await call("GET", "/events?limit=1");
      const next = /^<\/api(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
      const second = await call("GET", next);
      expect(second.body).toMatchObject([{ email: member.email }]);
      expect(second.body[0]._id).not.toBe(first.body[0]._id);
    },
  );

  it.each(["", "Mars/Olympus", "UTC\0", "../../etc/passwd", "x".repeat(2000)])("for time zone %o", async (timeZone) => {
    const { token } = await make.signedIn();
    expectRefusal(await call("POST", "/add-event", { token, json: { ...good, timeZone } }), ["invalid"]);
  });

  it.each(["0", "none: 0", "1000001", "9".repeat(60), "9".repeat(61), "-0", "٠"])(
    "for the number of spots %o",
    async (maxParticipant) => {
      const { token } = await make.signedIn();
      expectRefusal(await call("POST", "/add-event", { token, json: { ...good, maxParticipant } }), ["invalid"]);
    },
  );
});

describe("an invalid id is rejected", () => {
  it.each([
    "%00",
    "%E0%A4%A",
    "%",
    "%ZZ",
    "null",
    "__proto__",
    "1' or '1'='1",
    "..%2f..%2fetc",
    "x".repeat(5000),
    `${nothing}%00`,
    "%EF%BF%BD",
    "%ED%A0%80",
  ])("such as %o", async (id) => {
    const { token } = await make.signedIn();
    expectRefusal(await call("GET", `/view-event/${id}`), ["not_found"]);
    expectRefusal(await call("GET", `/already-joined/${id}`, { token }), ["not_found"]);
    expectRefusal(await call("PATCH", `/join-event/${id}`, { token }), ["not_found"]);
    expectRefusal(await call("DELETE", `/events/${id}`, { token }), ["not_found"]);
    expectRefusal(await call("PATCH", `/events/${id}`, { token, json: { title: "x" } }), ["not_found"]);
    expectRefusal(await call("POST", "/join-event", { token, json: { eventId: id } }), ["not_found", "invalid"]);
  });

  it("with further parts of a path", async () => {
    expectRefusal(await call("GET", `/view-event/${nothing}/more`), ["no_such_call"]);
    expectRefusal(await call("GET", "/view-event/"), ["no_such_call"]);
  });
});

describe("an invalid query is rejected", () => {
  const queries = `search=%00 search=a%00b search=a&search=b category= category=party category=cleanup&category=party
    category=__proto__ when= when=never when=past&when=all limit= limit=0 limit=101 limit=-1 limit=1e2
    limit=999999999999999999999 limit=5&limit=5 limit=٥ limit=NaN cursor= cursor=x cursor=%00 cursor=bnVsbA
    cursor=a&cursor=b near=x&near=y within= within=10 near=Porto&within=3 order=distance near=Porto&order=size near=Nowhere room= room=0 room=yes room=1&room=1 effort= effort=easy effort=light&effort=hard children=no
    stepFree=2 language= language=xx language=pt&language=en from= from=today to=2027-02-30 from=2027-03-02&to=2027-03-01`;
  const moment = "2099-01-01T00:00:00Z";
  const places = [null, [], [moment], [moment, "x"], ["now", nothing], [{}, nothing], [moment, nothing, 1]];
  const times = ["0000-01-01T00:00:00Z", "+275760-09-13T00:00:00Z", "1969-12-31T23:59:59Z"];
  const marks = [...places, ...times.map((time) => [time, nothing]), "[".repeat(5000)].map(mark);
  const long = [`search=${"x".repeat(101)}`, `cursor=${"A".repeat(8000)}`];
  it.each([...queries.split(/\s+/), ...long, ...marks.map((cursor) => `cursor=${cursor}`)])("%s", async (query) => {
    expectRefusal(await call("GET", `/events?${query}`), ["invalid"]);
  });

  it.each(["cursor=x", "limit=0", "email=%00", "email=a&email=b", `cursor=${mark(["2099-01-01T00:00:00Z", nothing])}`])(
    "for the caller's own lists: %s",
    async (query) => {
      const { token } = await make.signedIn();
      expectRefusal(await call("GET", `/myEvents?${query}`, { token }), ["invalid"]);
      expectRefusal(await call("GET", `/joined-events?${query}`, { token }), ["invalid"]);
    },
  );

  it.each([
    "__proto__=1",
    "constructor=1",
    "a[b]=c",
    "%E0%A4%A=1",
    "search=%E0%A4%A",
    "=",
    "&&&",
    "search=%ED%A0%80",
    "%00=1",
  ])("unless it is harmless: %s", async (query) => {
    await make.event();
    expect((await call("GET", `/events?${query}`)).status).toBe(200);
  });
});

describe("an unknown call is rejected", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/add-event"],
    ["DELETE", "/events"],
    ["PUT", `/events/${nothing}`],
    ["OPTIONS", "/events"],
    ["GET", "/__proto__"],
    ["GET", "/events%00"],
    ["GET", "/%E0%A4%A"],
    ["POST", "/auth/sign-in/social"],
  ])("such as %s %s", async (method, path) => {
    expectRefusal(await call(method, path), ["no_such_call"]);
  });

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("such as %s for uploads, with a JSON body", async (method) => {
    for (const body of ["", "{}"]) {
      expectRefusal(await call(method, "/pictures", { body, headers: json }), ["no_such_call"]);
    }
  });
});

describe("invalid headers", () => {
  it("count as a visitor's, or as naming another member", async () => {
    const { token, member } = await make.signedIn();
    const id = await make.event({ organizer: member });
    for (const email of ["", "x", "a@b, c@d", `${member.email}x`, "\u00ff"]) {
      expectRefusal(await call("DELETE", `/events/${id}`, { token, headers: { email } }), ["not_yours", "invalid"]);
    }
    for (const authorization of ["", "Bearer", "Bearer a b", `Bearer ${"x".repeat(10_000)}`, "Basic eDp5"]) {
      expectRefusal(await call("DELETE", `/events/${id}`, { headers: { authorization } }), ["sign_in_required"]);
    }
  });
});
