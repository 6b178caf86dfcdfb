import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { withHashes } from "./hashed-page.ts";
import { answerOf, bytesOf } from "./known-bytes.ts";

const nonce = "q3+/Zw==";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Creates an answer as it is rendered, with a policy that allows its nonce. */
const rendered = (body: string, type = "text/html; charset=utf-8") =>
  new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Security-Policy": `script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; object-src 'none'`,
    },
  });

describe("withHashes", () => {
  it("allows by hashes the elements with the nonce, and removes the nonce", async () => {
    const page = `<script nonce="${nonce}">one()</script><script type="text/plain" nonce="${nonce}">two()
</script><script nonce="${nonce}" src="/a.js"></script><style nonce="${nonce}">p{}</style>`;
    const answer = await withHashes(rendered(page), nonce);
    expect(answer.headers.get("content-security-policy")).toBe(
      `script-src 'self' ${hashOf("one()")} ${hashOf("two()\n")}; style-src 'self' ${hashOf("p{}")}; object-src 'none'`,
    );
    expect(await answer.text()).toBe(page.replaceAll(` nonce="${nonce}"`, ""));
  });

  it("does not allow elements without the nonce", async () => {
    const page = `<script>stolen()</script><script nonce="guess">stolen()</script><script nonce="${nonce}">one()</script>`;
    const answer = await withHashes(rendered(page), nonce);
    expect(answer.headers.get("content-security-policy")).toBe(
      `script-src 'self' ${hashOf("one()")}; style-src 'self'; object-src 'none'`,
    );
  });

  it("reads remembered bytes, and remembers those without the nonce", async () => {
    const known = answerOf(
      Buffer.from(`<p>größer</p><script nonce="${nonce}">one("→")</script>`),
      rendered("not read"),
    );
    await known.text();
    const answer = await withHashes(known, nonce);
    expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' ${hashOf('one("→")')};`);
    const text = '<p>größer</p><script>one("→")</script>';
    expect(await answer.text()).toBe(text);
    // The body is used up by now.
    expect(String(await bytesOf(answer))).toBe(text);
    expect(String(await bytesOf(new Response("größer")))).toBe("größer");
  });

  it("leaves other answers and their policies unchanged", async () => {
    const text = `{"script":"<script nonce=\\"${nonce}\\">one()</script>"}`;
    const answer = await withHashes(rendered(text, "application/json"), nonce);
    expect(answer.headers.get("content-security-policy")).toBe(
      "script-src 'self'; style-src 'self'; object-src 'none'",
    );
    expect(await answer.text()).toBe(text);
  });
});
