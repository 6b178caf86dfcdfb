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
    ["another site's", { origin: "https://evil.example" }, null],
    ["a page's that does not say whose it is", { origin: "null" }, null],
    ["another port's", { origin: `${own}:81` }, null],
    ["another site's, by what the browser says", { "sec-fetch-site": "cross-site" }, null],
    ["a site's that is none", { origin: "nonsense" }, null],
    ["a site's that is not ORIGIN", { origin: own }, tls],
  ] as const)("refuses %s with a sentence", async (_what, headers, origin) => {
    const answer = formFrom(headers, origin);
    expect([answer instanceof Response, "status" in answer && answer.status]).toEqual([true, 403]);
    expect(await answer.text()).toBe("This request came from another site, so we did not carry it out.\n");
  });

  it.each([
    ["ours", { origin: own }, null],
    ["ours, behind a proxy that speaks TLS", { origin: tls }, null],
    ["ours, at ORIGIN", { origin: tls, "sec-fetch-site": "same-origin" }, tls],
    ["a program's, which says nothing", {}, null],
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
