import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";

/** Anything that is read like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Earlier names of our variables that logins, shells and tools set for themselves. Each counts for one more version, where its
 * value cannot be theirs. A mistyped value of ours still counts, so that its host is told of the mistake.
 */
const earlierNames: Record<string, { earlier: string; isOurs: (value: string) => boolean }> = {
  // A login sets MAIL to the path or the address of a mailbox.
  SEND_MAIL: { earlier: "MAIL", isOurs: (value) => !value.includes("/") },
  // Builds set JOBS to a number, or to 'max'.
  RUN_JOBS: { earlier: "JOBS", isOurs: (value) => !/^(\d+|max)$/.test(value) },
  // Conda sets HOST to a kind of machine, some shells to the name of this one.
  LISTEN_HOST: { earlier: "HOST", isOurs: (value) => isIP(value) > 0 || value === "localhost" },
  // Kubernetes gives every pod the address of a service that is called 'metrics'.
  METRICS_LISTEN_PORT: { earlier: "METRICS_PORT", isOurs: (value) => !value.includes("/") },
  METRICS_LISTEN_HOST: { earlier: "METRICS_HOST", isOurs: () => true },
};

/**
 * Finds the value of one of our variables, and the name that it was set by: its own, or its earlier one.
 * @returns undefined when neither is set, or is empty
 */
export function findVariable(environment: Environment, name: string): { name: string; text: string } | undefined {
  const text = environment[name]?.trim();
  if (text) return { name, text };
  const before = earlierNames[name];
  const earlier = before && environment[before.earlier]?.trim();
  return earlier && before.isOurs(earlier) ? { name: before.earlier, text: earlier } : undefined;
}

/** Our variables that are set by their earlier names: pairs of the earlier name and today's. */
export const findEarlierNames = (environment: Environment): [earlier: string, name: string][] =>
  Object.keys(earlierNames).flatMap((name) => {
    const found = findVariable(environment, name);
    return found && found.name !== name ? [[found.name, name] as [string, string]] : [];
  });

/**
 * Adds what a checkout's `.env` sets to this process's environment, which takes precedence. A login's own MAIL or HOST gives way,
 * or it would hide the MAIL=off of a `.env` that was written for the version before.
 * @param root the checkout's folder
 */
export function loadEnvironment(root: string): Environment {
  for (const { earlier, isOurs } of Object.values(earlierNames)) {
    const value = process.env[earlier]?.trim();
    if (value && !isOurs(value)) delete process.env[earlier];
  }
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  return process.env;
}
