// The programs that tests need and npm alone cannot provide: their common names, and how each system installs them.

export type NeedName =
  | "postgres"
  | "backup"
  | "browser"
  | "letters"
  | "emoji"
  | "nginx"
  | "haproxy"
  | "caddy"
  | "pgbouncer"
  | "cron"
  | "promtool";
export type Installer = "apt-get" | "dnf" | "brew";

export type Need = {
  name: string;
  /** The packages for each installer. Several for apt are alternatives. */
  packages: Partial<Record<Installer, string[]>>;
  /** The advice for any other system. */
  otherwise: string;
};

/** The entry of a program whose package has the same name everywhere. */
const program = (name: string): Need => ({
  name,
  packages: { "apt-get": [name], dnf: [name], brew: [name] },
  otherwise: `install ${name}`,
});

export const needs: Record<NeedName, Need> = {
  postgres: {
    name: "PostgreSQL 15 or later, with contrib",
    packages: {
      "apt-get": ["postgresql"],
      dnf: ["postgresql-server", "postgresql-contrib"],
      brew: ["postgresql@18"],
    },
    otherwise: "install it, with initdb and postgres in the PATH",
  },
  backup: {
    name: "pg_dump, pg_restore and psql, as new as the server",
    packages: { "apt-get": ["postgresql-client"], dnf: ["postgresql"], brew: ["libpq"] },
    otherwise: "install PostgreSQL's client, with its programs in the PATH",
  },
  browser: {
    name: "Chromium or Chrome",
    packages: { "apt-get": ["chromium-headless-shell", "chromium"], dnf: ["chromium"], brew: ["--cask google-chrome"] },
    otherwise: "install it, or name a program in CHROMIUM",
  },
  letters: {
    name: "a font with Bengali and Arabic letters, for the journeys' pictures",
    packages: { "apt-get": ["fonts-noto-core"] },
    otherwise: "install the Noto fonts",
  },
  emoji: {
    name: "a font with emoji, for the journeys' pictures",
    packages: { "apt-get": ["fonts-noto-color-emoji"] },
    otherwise: "install the Noto fonts",
  },
  nginx: program("nginx"),
  haproxy: program("haproxy"),
  caddy: program("caddy"),
  pgbouncer: program("pgbouncer"),
  // Only Debian's own cron, because others read other folders.
  cron: { name: "Debian's cron", packages: { "apt-get": ["cron"] }, otherwise: "only Debian and the like have it" },
  promtool: {
    name: "promtool",
    packages: { "apt-get": ["prometheus"], brew: ["prometheus"] },
    otherwise: "install Prometheus, with promtool in the PATH",
  },
};

/** The package installer of this system, if it is a known one, and whether it may be used. */
export type System = { installer: Installer | null; isRoot: boolean };

/** Finds the installer of a system. */
export function systemOf(
  platform: NodeJS.Platform,
  uid: number | undefined,
  has: (program: string) => boolean,
): System {
  const installers: Installer[] = platform === "darwin" ? ["brew"] : ["apt-get", "dnf"];
  // On a Mac, Homebrew is the usual installer.
  const installer = installers.find((name) => name === "brew" || has(name)) ?? null;
  return { installer, isRoot: uid === 0 };
}

/**
 * Says what is missing, and how to install it on a system.
 * @param tried why our own attempt failed, if there was one
 */
export function sentenceFor(need: NeedName, { installer, isRoot }: System, tried?: string): string {
  const { name, packages, otherwise } = needs[need];
  const listed = installer && packages[installer];
  // The packages for apt are alternatives; those for dnf belong together.
  const words = listed && (installer === "apt-get" ? listed.slice(0, 1) : listed).join(" ");
  const command = words && `${installer === "brew" || isRoot ? "" : "sudo "}${installer} install ${words}`;
  return `${name} is missing${tried ? ` (${tried})` : ""}: ${command ?? otherwise}`;
}
