import { describe, expect, it } from "vitest";
import { ownForm } from "./own-form.ts";

const formFrom = (headers: Record<string, string>, origin: string | null = null) => {
  const body = new URLSearchParams({ email: "amina@example.org" });
  return ownForm(new Request("http://goodturn.example/newsletter", { method: "POST", body, headers }), origin);
};
const own = "http://goodturn.example";
const tls = "https://goodturn.example";

describe("ownForm", () => {
  it.each([
    ["another site's form", { origin: "https://evil.example" }, null],
    ["a form without a known origin", { origin: "null" }, null],
    ["a form of another port", { origin: `${own}:81` }, null],
    ["a form that the browser marks as cross-site", { "sec-fetch-site": "cross-site" }, null],
    ["a form with an invalid origin", { origin: "nonsense" }, null],
    ["a form whose origin is not ORIGIN", { origin: own }, tls],
  ] as const)("refuses %s with a sentence", async (_what, headers, origin) => {
    const answer = formFrom(headers, origin);
    expect([answer instanceof Response, "status" in answer && answer.status]).toEqual([true, 403]);
    expect(await answer.text()).toBe("This request came from another site, so we did not carry it out.\n");
  });

  it.each([
    ["our form", { origin: own }, null],
    ["our form behind a proxy with TLS", { origin: tls }, null],
    ["our form at ORIGIN", { origin: tls, "sec-fetch-site": "same-origin" }, tls],
    ["a program's form without an origin", {}, null],
  ] as const)("accepts %s unchanged, without its origin", async (_what, headers, origin) => {
    const taken = formFrom(headers, origin);
    expect(["method" in taken && taken.method, taken.headers.get("origin")]).toEqual(["POST", null]);
    expect(await taken.text()).toBe("email=amina%40example.org");
  });

  it("ignores reads", () => {
    const read = new Request(`${own}/newsletter`, { headers: { origin: "https://evil.example" } });
    expect(ownForm(read, null)).toBe(read);
  });
});
