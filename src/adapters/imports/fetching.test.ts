import type { RequestListener } from "node:http";
import { createSecureContext, TLSSocket } from "node:tls";
import { type Duplex, duplexPair } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { importBytesMax } from "#domain/imports/rules.ts";
import { outcomeOf } from "#test/call.ts";
import { publicAddress, webOf } from "#test/web.ts";
import { fetchText } from "./fetching.ts";

const us = "Goodturn (+https://goodturn.example)";
const page = "http://events.example/calendar.ics";

/** Fetches from a web server with this behavior. */
function fetching(
  listener: RequestListener,
  { address = page, ...wishes }: Parameters<typeof fetchText>[2] & { address?: string } = {},
) {
  const web = webOf(listener);
  return { web, fetched: fetchText(address, us, { ...web, ...wishes }) };
}
const hello: RequestListener = (_request, response) => void response.end("Hello");
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

/** Returns the connection made for a typed address. */
const dialedFor = async (address: string) => {
  const { web, fetched } = fetching(hello, {
    address,
    dial: (to, port) => (web.dialed.push(`${to} ${port}`), broken()),
  });
  return [await outcomeOf(fetched), ...web.dialed].join(" ");
};
const dialed = (port: number) => `import_unreachable ${publicAddress} ${port}`;
/** A page that redirects this many times. */
const steps =
  (count: number): RequestListener =>
  (request, response) => {
    const step = Number(request.url?.slice(1) || 0);
    if (step >= count) response.end(`After ${step}`);
    else response.writeHead(step % 2 ? 301 : 307, { location: `/${step + 1}` }).end("Moved");
  };
/** Begins an answer, and never ends it. */
const slow: RequestListener = (_request, response) => {
  response.write("BEGIN:VCALENDAR");
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

describe("fetchText", () => {
  it("connects to the address that it checked, and sends only the request and our name", async () => {
    const seen: unknown[] = [];
    const { web, fetched } = fetching(
      ({ method, url, headers }, response) => {
        seen.push({ method, url, headers });
        response.end("Hello");
      },
      { address: `${page}?public=1#part` },
    );
    expect(await fetched).toEqual({ text: "Hello", address: `${page}?public=1` });
    expect(web.dialed).toEqual([`${publicAddress} 80`]);
    const accept = expect.stringContaining("text/calendar") as string;
    const headers = {
      host: "events.example",
      "user-agent": us,
      accept,
      "accept-encoding": "gzip",
      connection: "close",
    };
    expect(seen).toEqual([{ method: "GET", url: "/calendar.ics?public=1", headers }]);
  });

  it("accepts http and https on their two ports, and webcal, which is https", async () => {
    expect(await dialedFor("webcal://events.example/a.ics")).toBe(dialed(443));
    expect(await dialedFor("https://events.example:80/a.ics")).toBe(dialed(80));
    expect(await dialedFor("http://events.example:443/a.ics")).toBe(dialed(443));
    for (const wrong of `http://events.example:8080/ https://events.example:22/ ftp://events.example/ file:///etc/passwd
      gopher://events.example/ data:text/calendar,BEGIN javascript:1 //events.example /calendar.ics events.example
      http://user:password@events.example/ http://user@events.example/`.split(/\s+/)) {
      expect([wrong, await dialedFor(wrong)]).toEqual([wrong, "import_address"]);
    }
  });

  it.each(
    `127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 0.0.0.0 168.63.129.16 ::1 fe80::1 fd00::1
    ff02::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1`.split(/\s+/),
  )("does not connect to %s, typed or resolved from a name, alone or with another address", async (address) => {
    const typed = address.includes(":") ? `[${address}]` : address;
    const asked = [
      fetching(hello, { address: `http://${typed}/a.ics` }),
      fetching(hello, { resolve: async () => [address] }),
      fetching(hello, { resolve: async () => [publicAddress, address] }),
      fetching(redirectTo(`http://${typed}/a.ics`)),
    ];
    for (const { fetched } of asked) expect(await outcomeOf(fetched)).toBe("import_address");
    expect(asked.map(({ web }) => web.dialed)).toEqual([[], [], [], [`${publicAddress} 80`]]);
  });

  it.each(["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/", "http://１２７.0.0.1/"])(
    "recognizes %s in any notation",
    async (address) => {
      expect(await outcomeOf(fetching(hello, { address }).fetched)).toBe("import_address");
    },
  );

  it("resolves a name once, so that a second answer has no effect, and again after a redirect", async () => {
    const answers = [[publicAddress], ["127.0.0.1"], ["127.0.0.1"]];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const { web, fetched } = fetching(hello, { resolve });
    expect(await fetched).toMatchObject({ text: "Hello" });
    expect([asked, web.dialed]).toEqual([1, [`${publicAddress} 80`]]);

    asked = 0;
    const again = fetching(redirectTo(page), { resolve });
    expect(await outcomeOf(again.fetched)).toBe("import_address");
    expect([asked, again.web.dialed]).toEqual([2, [`${publicAddress} 80`]]);
  });

  it("follows up to five redirects, and none to an address that it would refuse", async () => {
    const { fetched } = fetching(steps(5), { address: "http://events.example/" });
    expect(await fetched).toEqual({ text: "After 5", address: "http://events.example/5" });
    expect(await outcomeOf(fetching(steps(6), { address: "http://events.example/" }).fetched)).toBe(
      "import_unreachable",
    );
    for (const location of ["file:///etc/passwd", "http://events.example:6379/", "http://localhost@events.example/"])
      expect(await outcomeOf(fetching(redirectTo(location)).fetched)).toBe("import_address");
  });

  it("times out for a slow name, a slow beginning, or a slow rest", async () => {
    const timeMax = 60;
    const never = new Promise<string[]>(() => {});
    const all = [
      fetching(hello, { timeMax, resolve: () => never }),
      fetching(() => {}, { timeMax }),
      fetching(slow, { timeMax }),
    ];
    for (const { fetched } of all) expect(await outcomeOf(fetched)).toBe("import_unreachable");
  });

  it("reads at most two megabytes, measured after unpacking", async () => {
    const sent = (bytes: Buffer, packed: boolean) =>
      fetching((_request, response) => {
        if (packed) response.setHeader("content-encoding", "gzip");
        response.end(packed ? gzipSync(bytes) : bytes);
      });
    for (const packed of [false, true]) {
      const { text } = await sent(Buffer.alloc(importBytesMax, "a"), packed).fetched;
      expect(text.length).toBe(importBytesMax);
      expect(await outcomeOf(sent(Buffer.alloc(importBytesMax + 1, "a"), packed).fetched)).toBe("import_too_large");
    }
    // A hundred times the limit, compressed to a fiftieth of that limit.
    const bomb = gzipSync(Buffer.alloc(20 * importBytesMax));
    expect(bomb.length).toBeLessThan(importBytesMax / 40);
    const { fetched } = fetching((_request, response) => void response.setHeader("content-encoding", "gzip").end(bomb));
    expect(await outcomeOf(fetched)).toBe("import_too_large");
  });

  it("reports any other failure only as unreachable", async () => {
    const answers: RequestListener[] = [
      (_request, response) => void response.writeHead(404).end("Not here"),
      (_request, response) => void response.writeHead(302).end(),
      (_request, response) => void response.setHeader("content-encoding", "br").end("x"),
      (_request, response) => void response.setHeader("content-encoding", "gzip").end("not packed"),
      (request) => void request.destroy(),
      (_request, response) => void response.socket?.end("SSH-2.0-OpenSSH_10\r\n"),
    ];
    for (const answer of answers) expect(await outcomeOf(fetching(answer).fetched)).toBe("import_unreachable");
    const { fetched } = fetching(hello, { resolve: async () => [] });
    expect(await outcomeOf(fetched)).toBe("import_unreachable");
    const unknown = fetching(hello, { resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await outcomeOf(unknown.fetched)).toBe("import_unreachable");
  });

  it("decodes letters as the page declares", async () => {
    const { fetched } = fetching((_request, response) => {
      response.setHeader("content-type", "text/html; charset=iso-8859-1").end(Buffer.from("Fr\xfchling", "latin1"));
    });
    expect((await fetched).text).toBe("Frühling");
  });

  it("sends the site's name for TLS, and accepts only that site's certificate", async () => {
    const { promise: named, resolve } = Promise.withResolvers<string>();
    const dial = (): Duplex => {
      const [near, far] = duplexPair();
      const server = new TLSSocket(far, {
        isServer: true,
        secureContext: createSecureContext(),
        SNICallback: (name, done) => (resolve(name), done(null)),
      });
      server.on("error", () => {});
      return near;
    };
    const { fetched } = fetching(hello, { address: "https://events.example/a.ics", dial });
    expect(await outcomeOf(fetched)).toBe("import_unreachable");
    expect(await named).toBe("events.example");
  });
});

/** A connection that is closed before any data. */
function broken(): Duplex {
  const [near, far] = duplexPair();
  far.destroy();
  near.destroy(new Error("closed"));
  return near;
}
