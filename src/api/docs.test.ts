import { Hono } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf } from "#test/call.ts";
import { testDatabase } from "#test/database.ts";
import { makeIn, type Make } from "#test/make.ts";
import { createApi } from "./index.ts";

let make: Make;
beforeEach(async () => {
  make = makeIn(await testDatabase());
});

const docs = async () => {
  const site = new Hono()
    .use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: [NONCE] } }))
    .route("/api", createApi(make));
  const answer = await site.request("/api/docs", {}, { address: "192.0.2.1" });
  return { headers: answer.headers, page: await answer.text() };
};

describe("GET /openapi.json", () => {
  it("lists every call of the specification in OpenAPI 3.1", async () => {
    const { status, body } = await callerOf(make)("GET", "/openapi.json");
    expect([status, body.openapi, body.servers]).toEqual([200, "3.1.0", [{ url: "/api" }]]);
    const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls).toEqual(
      expect.arrayContaining([
        "GET /events",
        "POST /subscribe",
        "POST /add-event",
        "GET /view-event/{id}",
        "POST /join-event",
        "PATCH /join-event/{eventId}",
        "GET /already-joined/{id}",
        "GET /joined-events",
        "GET /myEvents",
        "PATCH /events/{id}",
        "DELETE /events/{id}",
      ]),
    );
    expect(Object.keys(body.components.securitySchemes)).toEqual(["bearer", "gate", "session"]);
    expect(body.paths["/add-event"].post.security).toEqual([{ bearer: [] }]);
  });

  it("returns the same document each time", async () => {
    const call = callerOf(make);
    expect((await call("GET", "/openapi.json")).body).toEqual((await call("GET", "/openapi.json")).body);
  });
});

describe("GET /docs", () => {
  it("shows people every call with its fields and its refusals", async () => {
    const { headers, page } = await docs();
    expect(headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.match(/<h1>/g)).toHaveLength(1);
    const { body } = await callerOf(make)("GET", "/openapi.json");
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(body.paths)) {
      for (const [method, { operationId }] of Object.entries(methods)) {
        expect(page).toContain(`<h2 id="${operationId}"><code>${method.toUpperCase()} /api${path}</code></h2>`);
      }
    }
    expect(page).toContain("<code>event_over</code>: This event is over");
    expect(page).toContain("<code>maxParticipant</code>");
    expect(page).not.toMatch(/undefined|\[object|\$ref|NaN/);
  });

  it("keeps a strict policy: no script, no style attribute, one style with the nonce", async () => {
    const { headers, page } = await docs();
    const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
    expect(nonce).toBeTruthy();
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page).toContain(`<style nonce="${nonce}">`);
    expect(page).not.toMatch(/<script|\sstyle=|\son\w+=|(?:href|src)="http/);
  });

  it("has a target on the page for every link", async () => {
    const { page } = await docs();
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
  });
});
