import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import type { Caller, StandIn } from "#domain/identity.ts";
import { type IdentityEnv, noSuchCall } from "./auth-requests.ts";
import { openerPolicy } from "./popup-page.ts";
import { choicePage, refusalPage } from "./stand-in-page.ts";

// A small OpenID provider that stands in for Google in a demo on the host's own machine, to try logging in without a
// Google account. Its people are invented, and get ordinary new accounts. They are not the organizers of the demo
// events, so visitors cannot act for one of those.
const people = [
  { sub: "stand-in-1", name: "Demo Volunteer", email: "demo.volunteer@demo.example" },
  { sub: "stand-in-2", name: "Demo Organizer", email: "demo.organizer@demo.example" },
  { sub: "stand-in-3", name: "Demo Neighbor", email: "demo.neighbor@demo.example" },
];

/** The lifetime of a code and of its tokens, in milliseconds. */
const codeLifetime = 60_000;

/** The purpose of a code, its person, and its end (milliseconds since 1970). */
type Grant = { sub: string; nonce: string; challenge: string; redirect: string; until: number };

/** The stand-in's calls, for callers on this machine only. */
export function standInCalls({ clientId, clientSecret }: StandIn) {
  const keys = generateKeyPair("ES256");
  const grants = new Map<string, Grant>();
  const calls = new Hono<IdentityEnv>();

  calls.use(async (c, next) => {
    if (!c.var.caller.local) noSuchCall();
    await next();
  });

  calls.get("/.well-known/openid-configuration", (c) => {
    const issuer = issuerOf(c.var.caller);
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
    });
  });

  calls.get("/jwks", async (c) => c.json({ keys: [{ ...(await exportJWK((await keys).publicKey)), alg: "ES256" }] }));

  calls.get("/authorize", async (c) => {
    const asked = new URL(c.req.url).searchParams;
    const redirect = asked.get("redirect_uri") ?? "";
    const [challenge, nonce] = [asked.get("code_challenge"), asked.get("nonce")];
    const isOurs = asked.get("client_id") === clientId && redirect === `${c.var.caller.base}/api/auth/callback/google`;
    const isWhole = asked.get("response_type") === "code" && asked.get("code_challenge_method") === "S256";
    if (!isOurs || !isWhole || !challenge || !nonce) return refusalPage(c);

    const linkFor = (as: string) =>
      `${issuerOf(c.var.caller)}/authorize?${new URLSearchParams([...asked, ["as", as]]).toString()}`;
    const back = new URL(redirect);
    back.searchParams.set("state", asked.get("state") ?? "");
    const { sub } = people.find((person) => person.sub === asked.get("as")) ?? {};
    if (sub === undefined && !asked.has("as")) return choicePage(c, people, linkFor);
    if (sub === undefined) back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", grant({ sub, nonce, challenge, redirect }));
    // Has no opener policy, as `popupPage` explains, and neither has the redirect to it.
    c.header(openerPolicy, "unsafe-none");
    return c.redirect(back.href, 303);
  });

  calls.post("/token", async (c) => {
    const issuer = issuerOf(c.var.caller);
    const form = new URLSearchParams(await c.req.text());
    const code = form.get("code") ?? "";
    const given = grants.get(code);
    // A code works once, and an exchange with a wrong verifier uses it up too.
    grants.delete(code);
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return c.json({ error: "invalid_client" }, 401);
    const isGood = given && given.until > Date.now() && given.redirect === form.get("redirect_uri");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!isGood || challenge !== given.challenge) return c.json({ error: "invalid_grant" }, 400);
    const { sub, nonce } = given;
    return c.json({
      token_type: "Bearer",
      expires_in: codeLifetime / 1000,
      access_token: await sign({ sub, aud: issuer }, issuer),
      id_token: await sign({ ...claimsOf(sub), nonce, aud: clientId }, issuer),
    });
  });

  calls.get("/userinfo", async (c) => {
    const issuer = issuerOf(c.var.caller);
    const token = /^Bearer (\S+)$/.exec(c.req.header("Authorization") ?? "")?.[1] ?? "";
    const { publicKey } = await keys;
    const verified = await jwtVerify(token, publicKey, { issuer, audience: issuer }).catch(() => null);
    return verified ? c.json(claimsOf(verified.payload.sub ?? "")) : c.json({ error: "invalid_token" }, 401);
  });

  function grant(given: Omit<Grant, "until">): string {
    for (const [code, { until }] of grants) if (until < Date.now()) grants.delete(code);
    const code = randomUUID();
    grants.set(code, { ...given, until: Date.now() + codeLifetime });
    return code;
  }

  const sign = async (claims: Record<string, unknown>, issuer: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime(new Date(Date.now() + codeLifetime))
      .sign((await keys).privateKey);

  return calls;
}

const issuerOf = ({ base }: Caller) => `${base}/api/auth/stand-in`;

const claimsOf = (sub: string) => ({ ...people.find((person) => person.sub === sub), email_verified: true });
