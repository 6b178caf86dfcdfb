import { Events, OAuth2Server } from "oauth2-mock-server";
import type { TestAuth } from "./make.ts";

type Claims = Record<string, unknown>;

/** The tests' client at this provider. */
export const googleClient = { clientId: "goodturn-test", clientSecret: "a secret of tests" };

/**
 * A real OpenID provider on this machine in Google's place: it signs its tokens, checks the code's verifier, and makes
 * the claims set with `become`.
 * @param port 0 for any free one
 * @param host its name: by its IP address, browsers see it as another site than `localhost`
 */
export async function startGoogle(port = 0, host: "localhost" | "127.0.0.1" = "localhost") {
  const server = new OAuth2Server();
  if (port !== 0) server.issuer.url = `http://${host}:${port}`;
  await server.issuer.keys.generate("RS256");
  await server.start(port, "127.0.0.1");
  let claims: Claims = {};
  server.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    Object.assign(payload, claims);
    for (const [name, value] of Object.entries(claims)) if (value === undefined) delete payload[name];
  });
  const issuer = server.issuer.url ?? "";
  return {
    server,
    google: { ...googleClient, issuer },
    /** Sets the claims about people from now on; `undefined` leaves a claim out. */
    become: (more: Claims = {}) => {
      claims = { ...someone, ...more };
    },
    stop: () => server.stop(),
  };
}
export type GoogleServer = Awaited<ReturnType<typeof startGoogle>>;

export const someone = {
  sub: "1234567890",
  name: "Amina Rahman",
  email: "Amina@Example.org",
  email_verified: true,
  picture: "https://example.org/amina.jpg",
};

type Hop = { cookie: string; url: URL };

/** A browser's steps through a sign-in, one by one, so that a test can interfere in between. */
export function browserOf(auth: TestAuth, base = "http://localhost") {
  const ask = (url: string | URL, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    auth.handle(new Request(url, init), "127.0.0.1");
  const steps = {
    /** Presses the button; returns the state's cookie, and the address of the window. */
    async start(cookie = ""): Promise<Hop> {
      const headers = { origin: base, cookie };
      const answer = await ask(`${base}/api/auth/sign-in/google`, { method: "POST", headers });
      return { cookie: jarOf(answer), url: new URL(((await answer.json()) as { url: string }).url) };
    },
    /** Logs in at the provider; returns the address that the window is sent back to. */
    async agree({ cookie, url }: Hop): Promise<Hop> {
      const answer = await fetch(url, { redirect: "manual" });
      return { cookie, url: new URL(answer.headers.get("location") ?? "") };
    },
    /** Comes back from Google; returns the page's message to the window that opened it, and the cookies set. */
    async finish({ cookie, url }: Hop) {
      const answer = await ask(url, { headers: { cookie } });
      const text = await answer.text();
      return { outcome: /data-outcome="([^"]*)"/.exec(text)?.[1], cookie: jarOf(answer), answer, text };
    },
    /** All steps in order. */
    signIn: async () => steps.finish(await steps.agree(await steps.start())),
  };
  return steps;
}

/** The cookies that an answer sets, as a browser sends them back; deleted ones are left out. */
const jarOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
