import { readFileSync, writeFileSync } from "node:fs";

// Run it after adding a package: node tools/test/complete-lockfile.ts
// npm leaves an optional package out of the lockfile if the registry lacks it (a mirror may lack those of other
// systems), and then `npm ci` refuses the lockfile. This adds the missing entries from known facts: the version that
// its package requires, and the system in its name.

type Entry = { version?: string; dev?: boolean; optional?: boolean; optionalDependencies?: Record<string, string> };
type Lockfile = { packages: Record<string, Entry & { os?: string[]; cpu?: string[]; libc?: string[] }> };

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

if (import.meta.main) {
  const lockfile = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lockfile;
  const missing = missingFrom(lockfile);
  for (const { name, version, dev } of missing)
    lockfile.packages[`node_modules/${name}`] = entryFor(name, version, dev);
  const sorted = Object.entries(lockfile.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    "package-lock.json",
    `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
  );
  process.stdout.write(`Added ${missing.length} packages of other systems.\n`);
}

/** The optional packages that a lockfile's packages require and that it does not list. */
export function missingFrom({ packages }: Lockfile) {
  const listed = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !listed.has(name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

function entryFor(name: string, version: string, dev: boolean) {
  const words = name.split("/").at(-1)?.split("-") ?? [];
  const cpu = words.filter((word) => processors.includes(word));
  const os = words.filter((word) => systems.includes(word) && !cpu.includes("wasm32"));
  if (!/^\d+\.\d+\.\d+/.test(version) || cpu.length !== 1) throw new Error(`Which system is ${name} ${version} for?`);
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : words.at(-1) === "gnu" ? ["glibc"] : [];
  return {
    version,
    cpu,
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
