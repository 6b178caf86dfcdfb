import { existsSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";

/** An environment like `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Earlier names of our variables that logins, shells and tools also set for their own purposes. Each is accepted for
 * one more version, if its value can only be meant for us. A mistyped value of ours is accepted too, so that the host
 * is told of the mistake.
 */
const earlierNames: Record<string, { earlier: string; isOurs: (value: string) => boolean }> = {
  // A login sets MAIL to the path or the address of a mailbox.
  SEND_MAIL: { earlier: "MAIL", isOurs: (value) => !value.includes("/") },
  // Builds set JOBS to a number, or to 'max'.
  RUN_JOBS: { earlier: "JOBS", isOurs: (value) => !/^(\d+|max)$/.test(value) },
  // Conda sets HOST to a kind of machine, some shells to this machine's name.
  LISTEN_HOST: { earlier: "HOST", isOurs: (value) => isIP(value) > 0 || value === "localhost" },
  // Kubernetes sets it in every pod to the address of a service named 'metrics'.
  METRICS_LISTEN_PORT: { earlier: "METRICS_PORT", isOurs: (value) => !value.includes("/") },
  METRICS_LISTEN_HOST: { earlier: "METRICS_HOST", isOurs: () => true },
};

/**
 * Finds the value of one of our variables, and the name it was set by: its own, or its earlier one.
 * @returns undefined when neither is set, or both are empty
 */
export function findVariable(environment: Environment, name: string): { name: string; text: string } | undefined {
  const text = environment[name]?.trim();
  if (text) return { name, text };
  const before = earlierNames[name];
  const earlier = before && environment[before.earlier]?.trim();
  return earlier && before.isOurs(earlier) ? { name: before.earlier, text: earlier } : undefined;
}

/** Lists our variables that are set by their earlier names: pairs of the earlier and the current name. */
export const findEarlierNames = (environment: Environment): [earlier: string, name: string][] =>
  Object.keys(earlierNames).flatMap((name) => {
    const found = findVariable(environment, name);
    return found && found.name !== name ? [[found.name, name] as [string, string]] : [];
  });

/**
 * Adds the values in a checkout's `.env` to this process's environment, which takes precedence. A login's own MAIL or
 * HOST is dropped first, because it would hide MAIL=off in a `.env` written for an earlier version.
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
