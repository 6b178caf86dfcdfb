import * as fc from "fast-check";
import type { Wanted } from "../operations.ts";

/** A change that makes a call wrong in one way. */
type Change =
  | { kind: "value"; at: number; value: unknown }
  | { kind: "more"; name: string; value: unknown }
  | { kind: "less"; at: number }
  | { kind: "part"; at: number; text: string }
  | { kind: "query"; name: string; text: string }
  | { kind: "header"; name: string; text: string }
  | { kind: "body"; body: string }
  | { kind: "method"; method: string };

/** A call to make: the numbers of its operation and caller, and its changes. */
export type Plan = { operation: number; caller: number; changes: Change[] };

/** Texts that often break programs. */
const stumbling = [
  "",
  " ",
  "\0",
  "a\0b",
  "\r\nX-Injected: yes",
  "a\r\nBcc: all@example.org",
  "\u202Eevil",
  "\ud800",
  "x".repeat(60_000),
  `e${"\u0301".repeat(3000)}`,
  "' or 1=1--",
  "%",
  "%00",
  "%2e%2e%2f",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "{{count}}",
  "javascript:alert(1)",
  "=1+1",
  "9".repeat(60),
  "-1",
  "1e309",
  "NaN",
  "null",
  "9998-06-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "2027-02-30T25:61:00Z",
  '"a"@example.org',
  "a,b@example.org",
  "<a@example.org>",
  "a@xn--80ak6aa92e.example",
  "👨‍👩‍👧‍👦".repeat(30),
  "ﷺ".repeat(300),
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...stumbling) },
  fc.string({ unit: "binary", maxLength: 40 }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { $ne: null }),
  fc.array(text, { maxLength: 8 }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Names of fields that our calls know, and others. */
const fields = ["email", "eventId", "capacity", "organizerId", "id", "member", "userEmail", "guests", "__proto__"];
const parameters =
  "search near within order category when from to room effort children stepFree language limit cursor email state _method".split(
    " ",
  );
const headers =
  `authorization cookie origin host email content-type content-length accept accept-encoding accept-language
  if-none-match if-modified-since range referer user-agent x-forwarded-for x-forwarded-host x-forwarded-proto forwarded
  x-http-method-override sec-fetch-site`.split(/\s+/);
/** As bytes, since headers contain bytes. */
const headerText = text.map((words) =>
  Buffer.from(words.slice(0, 8000))
    .toString("latin1")
    .replace(/[\0\r\n]/g, " "),
);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("value" as const), at: fc.nat(20), value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("more" as const), name: fc.constantFrom(...fields), value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("less" as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("part" as const), at: fc.nat(6), text }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("query" as const), name: fc.constantFrom(...parameters), text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("header" as const),
      name: fc.constantFrom(...headers),
      text: headerText,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("body" as const),
      body: fc.oneof(text, fc.json(), fc.constant("[".repeat(20_000))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("method" as const),
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
    }),
  },
);

/** Valid calls, and as many with up to three changes. */
export const plans = fc.record({
  operation: fc.nat(),
  caller: fc.nat(),
  changes: fc.oneof(fc.constant<Change[]>([]), fc.array(anyChange, { minLength: 1, maxLength: 3 })),
});

/** A call with its changes applied; changes that do not fit the call are skipped. */
export function changed(wanted: Wanted, changes: readonly Change[]): Wanted {
  return changes.reduce((call, each) => apply(call, each), wanted);
}

function apply(call: Wanted, change: Change): Wanted {
  switch (change.kind) {
    case "value":
    case "more":
    case "less":
      return isObject(call.json) ? { ...call, json: otherFields(call.json, change) } : call;
    case "part":
      return { ...call, path: otherPart(call.path, change) };
    case "query":
      return {
        ...call,
        path: `${call.path}${call.path.includes("?") ? "&" : "?"}${change.name}=${escaped(change.text)}`,
      };
    case "header":
      return { ...call, headers: { ...call.headers, [change.name]: change.text } };
    case "body": {
      const { json: _, ...rest } = call;
      return { ...rest, body: change.body, headers: { "content-type": "application/json", ...call.headers } };
    }
    case "method":
      return { ...call, method: change.method };
  }
}

const isObject = (json: unknown): json is Record<string, unknown> => typeof json === "object" && json !== null;

function otherFields(json: Record<string, unknown>, change: Change & { kind: "value" | "more" | "less" }) {
  if (change.kind === "more") return { ...json, [change.name]: change.value };
  const names = Object.keys(json);
  const name = names[change.at % names.length] ?? "";
  const { [name]: _, ...rest } = json;
  return change.kind === "less" ? rest : { ...rest, [name]: change.value };
}

/** Some parts of a path are ids and tokens. */
function otherPart(path: string, { at, text: other }: { at: number; text: string }): string {
  const [way = "", query] = path.split("?");
  const parts = way.split("/");
  const place = 1 + (at % Math.max(1, parts.length - 1));
  const changedWay = parts.with(place, escaped(other.slice(0, 5000))).join("/");
  return query === undefined ? changedWay : `${changedWay}?${query}`;
}

/** Escapes a part of an address; half of a surrogate pair, which has no escape, is sent as browsers do. */
const escaped = (part: string) => encodeURIComponent(part.toWellFormed());
