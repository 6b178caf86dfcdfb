import { describe, expect, it } from "vitest";
import { requireOwnOrigin } from "./own-origin.ts";

const isTaken = (headers: Record<string, string>, origin: string | null) => {
  const request = new Request("http://goodturn.example/api/auth/sign-in/email", { method: "POST", headers });
  try {
    requireOwnOrigin(request, origin);
    return true;
  } catch {
    return false;
  }
};

describe("requireOwnOrigin", () => {
  it.each([
    [{ origin: "https://goodturn.example" }, true],
    [{ origin: "http://goodturn.example" }, false],
    [{ origin: "https://goodturn.example.evil.example" }, false],
    [{ origin: "https://evil.example" }, false],
    [{ origin: "null" }, false],
    [{}, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ origin: "https://goodturn.example", "sec-fetch-site": "same-origin" }, true],
    [{ origin: "https://goodturn.example", "sec-fetch-site": "same-site" }, false],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
  ])("with our address known, accepts %o: %o", (headers, taken) => {
    expect(isTaken(headers as Record<string, string>, "https://goodturn.example")).toBe(taken);
  });

  it.each([
    [{ origin: "http://goodturn.example" }, true],
    [{ origin: "https://goodturn.example" }, true],
    [{ origin: "http://goodturn.example:8080" }, false],
    [{ origin: "http://evil.example" }, false],
    [{ origin: "null" }, false],
    [{ origin: "nonsense" }, false],
  ])("with the request's own host, accepts %o: %o", (headers, taken) => {
    expect(isTaken(headers, null)).toBe(taken);
  });
});
