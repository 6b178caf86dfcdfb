import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { Failure } from "#domain/failure.ts";
import { callbackPath, type Google } from "./google.ts";
import { openerPolicy } from "./popup-page.ts";
import { choicePage, refusalPage } from "./stand-in-page.ts";

// A small OpenID provider that stands in for Google where a demo runs on its own machine, so that the way in can be tried
// without an account there. Its people are made up, and get ordinary new accounts: they are not the organisers of the demo
// events, so nobody can act for one of those.
const people = [
  { sub: "stand-in-1", name: "Demo Volunteer", email: "demo.volunteer@demo.example" },
  { sub: "stand-in-2", name: "Demo Organiser", email: "demo.organiser@demo.example" },
  { sub: "stand-in-3", name: "Demo Neighbour", email: "demo.neighbour@demo.example" },
];

/** How long a code can be traded for tokens, and the tokens hold, in milliseconds. */
const codeLifetime = 60_000;

/** What a code was given for, to whom, and until when (milliseconds since 1970). */
type Grant = { sub: string; nonce: string; challenge: string; redirect: string; until: number };

/**
 * The stand-in, below `/api/auth/stand-in`. `google` is how it knows us, at the address that a request was made to; null
 * for whoever is not on this machine, to whom it does not answer either.
 */
export function createStandIn() {
  const clientId = randomUUID();
  const clientSecret = randomUUID();
  const keys = generateKeyPair("ES256");
  const grants = new Map<string, Grant>();

  const google = (request: Request, address: string, base: string): Google | null =>
    isLocal(request, address) ? { issuer: `${base}${root}`, clientId, clientSecret } : null;

  /** Answers what is asked of the stand-in; null when something else is asked. @throws Failure no_such_call from afar */
  async function handle(request: Request, address: string): Promise<Response | null> {
    const { pathname, origin, searchParams } = new URL(request.url);
    if (!pathname.startsWith(root)) return null;
    const issuer = origin + root;
    const answer = isLocal(request, address) && answers[`${request.method} ${pathname.slice(root.length)}`];
    if (!answer) throw new Failure("no_such_call");
    return answer({ issuer, request, asked: searchParams });
  }

  type Question = { issuer: string; request: Request; asked: URLSearchParams };
  const answers: Record<string, (question: Question) => Promise<Response> | Response> = {
    "GET /.well-known/openid-configuration": ({ issuer }) =>
      Response.json({
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
      }),

    "GET /jwks": async () => Response.json({ keys: [{ ...(await exportJWK((await keys).publicKey)), alg: "ES256" }] }),

    "GET /authorize": ({ issuer, asked }) => {
      const redirect = asked.get("redirect_uri") ?? "";
      const [challenge, nonce] = [asked.get("code_challenge"), asked.get("nonce")];
      const isOurs = asked.get("client_id") === clientId && redirect === new URL(callbackPath, issuer).href;
      const isWhole = asked.get("response_type") === "code" && asked.get("code_challenge_method") === "S256";
      if (!isOurs || !isWhole || !challenge || !nonce) return refusalPage();

      const linkFor = (as: string) => `${issuer}/authorize?${new URLSearchParams([...asked, ["as", as]]).toString()}`;
      const back = new URL(redirect);
      back.searchParams.set("state", asked.get("state") ?? "");
      const { sub } = people.find((person) => person.sub === asked.get("as")) ?? {};
      if (sub === undefined && !asked.has("as")) return choicePage(people, linkFor);
      if (sub === undefined) back.searchParams.set("error", "access_denied");
      else back.searchParams.set("code", grant({ sub, nonce, challenge, redirect }));
      // Without a policy of its own, as `popupPage` says, also on the way.
      return new Response(null, { status: 303, headers: { Location: back.href, [openerPolicy]: "unsafe-none" } });
    },

    "POST /token": async ({ issuer, request }) => {
      const form = new URLSearchParams(await request.text());
      const code = form.get("code") ?? "";
      const given = grants.get(code);
      // A code is good once, also when it is tried with the wrong verifier.
      grants.delete(code);
      if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
        return error("invalid_client");
      const isGood = given && given.until > Date.now() && given.redirect === form.get("redirect_uri");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!isGood || challenge !== given.challenge) return error("invalid_grant");
      const { sub, nonce } = given;
      return Response.json({
        token_type: "Bearer",
        expires_in: codeLifetime / 1000,
        access_token: await sign({ sub, aud: issuer }, issuer),
        id_token: await sign({ ...claimsOf(sub), nonce, aud: clientId }, issuer),
      });
    },

    "GET /userinfo": async ({ issuer, request }) => {
      const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
      const { publicKey } = await keys;
      const verified = await jwtVerify(token, publicKey, { issuer, audience: issuer }).catch(() => null);
      return verified ? Response.json(claimsOf(verified.payload.sub ?? "")) : error("invalid_token");
    },
  };

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

  return { google, handle };
}

const root = "/api/auth/stand-in";

const claimsOf = (sub: string) => ({ ...people.find((person) => person.sub === sub), email_verified: true });

const error = (code: string) => Response.json({ error: code }, { status: code === "invalid_grant" ? 400 : 401 });

/** What proxies add. Behind one, the peer and even the host may be this machine's, and the person anywhere. */
const forwarded = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/** True for a request that was made on this machine, to a name that only means this machine. */
const isLocal = (request: Request, address: string): boolean =>
  isLoopback(new URL(request.url).hostname) &&
  isLoopback(address) &&
  !forwarded.some((name) => request.headers.has(name));

const isLoopback = (host: string) =>
  /^(localhost|127(\.\d{1,3}){3}|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host);
