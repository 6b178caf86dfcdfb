import { createHash } from "node:crypto";

/**
 * An answer without the nonce that it was made with: its policy allows instead what carried the nonce, by hashes, so that a
 * page can be the same for everybody. What did not carry it, such as a script that somebody has smuggled in, stays forbidden.
 */
export async function withHashes(answer: Response, nonce: string): Promise<Response> {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const headers = new Headers(answer.headers);
  let body: BodyInit | null = answer.body;
  if (headers.get("content-type")?.startsWith("text/html")) {
    const page = await answer.text();
    const mark = ` nonce="${nonce}"`;
    for (const { 1: tag, 2: attributes, 3: content } of page.matchAll(inline)) {
      if (content && attributes?.includes(mark)) hashes[tag === "style" ? "style" : "script"].add(hashOf(content));
    }
    body = page.replaceAll(mark, "");
  }
  const directives = headers.get(policyHeader)?.split("; ") ?? [];
  const hashed = directives.map((directive) => {
    const allowed = directive.startsWith("style-") ? hashes.style : hashes.script;
    return directive.replace(`'nonce-${nonce}'`, [...allowed].join(" ")).trimEnd();
  });
  headers.set(policyHeader, hashed.join("; "));
  return new Response(body, { status: answer.status, headers });
}

const policyHeader = "content-security-policy";
const inline = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
