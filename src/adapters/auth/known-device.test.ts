import { describe, expect, it } from "vitest";
import { knownDevices } from "./known-device.ts";

const secret = "a secret that only tests know, 0123456789";
const cookieAt = (origin: string | null) => knownDevices({ secret, origin }).remember("amina@example.org").split("; ");

describe("a known device's cookie", () => {
  it("is hidden from scripts and other sites' forms, and needs TLS on an https site", () => {
    const [plain, ...attributes] = cookieAt("http://localhost");
    expect(plain).toMatch(/^goodturn\.device=/);
    expect(attributes).toEqual(["Max-Age=31536000", "Path=/", "HttpOnly", "SameSite=Lax"]);
    const [secure, ...more] = cookieAt("https://goodturn.example");
    expect(secure).toMatch(/^__Host-goodturn\.device=/);
    expect(more).toEqual([...attributes, "Secure"]);
  });
});
