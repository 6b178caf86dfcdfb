import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Files of the page besides its scripts and style.

type Part = { module: string; imports?: string[]; css?: string[] };
type Manifest = { entry: Part; routes: Record<string, Part | undefined> };

const page = "/gate";
/** The page's files besides its scripts and style. */
const others = ["/gate.webmanifest", "/favicon.svg", "/apple-touch-icon.png", "/icon-192.png", "/icon-512.png"];

/** Writes `gate-worker.js` into the folder of the files for browsers. @throws Error if the build has no gate */
export function writeGateWorker(client: string): void {
  const files = filesOfGate(client);
  const contents = files.map((path) => hash("sha256", readFileSync(join(client, path))));
  const version = hash("sha256", contents.join()).slice(0, 12);
  writeFileSync(join(client, "gate-worker.js"), workerFor(version, files));
}

/** The paths of all files that the page needs, in the order of their requests, including code that loads on a press. */
export function filesOfGate(client: string): string[] {
  const assets = readdirSync(join(client, "assets"));
  const manifestFile = assets.find((name) => /^manifest-\w+\.js$/.test(name));
  const icons = assets.find((name) => /^icons-\w+\.svg$/.test(name));
  if (!manifestFile || !icons) throw new Error("This is not a build of the site.");
  const text = readFileSync(join(client, "assets", manifestFile), "utf8");
  const { entry, routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  const [root, gate] = [routes["root"], routes["screens/gate"]];
  if (!root || !gate) throw new Error("This build has no gate.");

  const scripts = new Set<string>();
  /** A script and its imports; for the gate's own scripts also their dynamic imports. */
  const walk = (path: string, isGate: boolean) => {
    if (scripts.has(path)) return;
    scripts.add(path);
    const code = readFileSync(join(client, path), "utf8");
    for (const [, name = ""] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      walk(`/assets/${name}`, isGate);
    if (!isGate) return;
    for (const [, name = ""] of code.matchAll(/\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]\s*\)/g))
      walk(`/assets/${name}`, isGate);
  };
  for (const part of [entry, root]) for (const path of [part.module, ...(part.imports ?? [])]) walk(path, false);
  for (const path of [gate.module, ...(gate.imports ?? [])]) walk(path, true);

  // React Router marks some of them with a # at the end.
  const styles = [...new Set([...(root.css ?? []), ...(gate.css ?? [])].map((path) => path.replace(/#$/, "")))];
  const fonts = styles.flatMap((path) =>
    Array.from(
      readFileSync(join(client, path), "utf8").matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)/g),
      ([, font = ""]) => font,
    ),
  );
  return [`/assets/${manifestFile}`, ...scripts, ...styles, ...new Set(fonts), `/assets/${icons}`, ...others];
}

/**
 * The worker. It caches the page and its files, and nothing else: calls go to the network, and their answers are never
 * cached. A new version is cached beside the current one, and takes over once no page of the gate is open: never in the
 * middle of marking.
 */
const workerFor = (version: string, files: readonly string[]) => `const name = "gate-${version}";
const page = ${JSON.stringify(page)};
const files = ${JSON.stringify(files, null, 2)};

addEventListener("install", (event) => {
  event.waitUntil(keepAll());
  // Browsers that support this answer without starting this worker first.
  event.addRoutes?.([
    { condition: { urlPattern: { pathname: page }, requestMode: "navigate" }, source: { cacheName: name } },
    { condition: { urlPattern: { pathname: "/assets/*" } }, source: { cacheName: name } },
  ])?.catch(() => {});
});
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));

async function keepAll() {
  const cache = await caches.open(name);
  await cache.addAll(files.map((path) => new Request(path, path.startsWith("/assets/") ? {} : { cache: "no-cache" })));
  const answer = await fetch(page, { cache: "no-cache", credentials: "omit" });
  // While a new version is deployed, the page may still belong to the previous version, whose files are not among
  // these.
  if (!answer.ok || answer.redirected || !(await answer.clone().text()).includes(files[0])) throw new Error("Not yet.");
  await cache.put(page, answer);
}

async function forgetOthers() {
  for (const other of await caches.keys()) if (other.startsWith("gate-") && other !== name) await caches.delete(other);
  // The page that installed the worker can also be used without a network from now on.
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && /^\\/gate\\/?$/.test(pathname);
  if (!isPage && !files.includes(pathname)) return;
  event.respondWith(answer(isPage ? page : pathname, request));
});

async function answer(path, request) {
  const cache = await caches.open(name);
  return (await cache.match(path)) ?? fetch(request);
}
`;
