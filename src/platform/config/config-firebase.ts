import type { FirebaseProject } from "#domain/ports.ts";
import type { Environment } from "./config-environment.ts";

const names = {
  apiKey: "FIREBASE_API_KEY",
  authDomain: "FIREBASE_AUTH_DOMAIN",
  projectId: "FIREBASE_PROJECT_ID",
  storageBucket: "FIREBASE_STORAGE_BUCKET",
  messagingSenderId: "FIREBASE_MESSAGING_SENDER_ID",
  appId: "FIREBASE_APP_ID",
} as const;
const emulatorName = "FIREBASE_AUTH_EMULATOR_HOST";

/** Every variable that is read here. */
export const firebaseVariables: string[] = [...Object.values(names), emulatorName];

/**
 * Returns the Firebase project for logging in, from the environment; null if none is configured. All six values are
 * needed. The emulator's tokens are accepted without a signature, so an emulator is allowed only on this machine, with
 * a project that cannot be real, and never in production.
 * @param complain is called with a sentence for each mistake; the result must then not be used
 */
export function firebaseProject(
  environment: Environment,
  complain: (sentence: string) => void,
): FirebaseProject | null {
  const valueOf = (name: string) => environment[name]?.trim() ?? "";
  const missing = Object.values(names).filter((name) => !valueOf(name));
  const emulator = valueOf(emulatorName) || null;
  if (missing.length === Object.values(names).length) {
    if (emulator) complain(`${emulatorName} is set, but no Firebase project is: set ${inWords(missing)} too.`);
    return null;
  }
  if (missing.length > 0) {
    complain(
      `Firebase needs all of its six values or none: ${inWords(missing)} ${missing.length > 1 ? "are" : "is"} missing.`,
    );
    return null;
  }

  const values = Object.entries(names).map(([key, name]) => [key, valueOf(name)] as const);
  const project = { ...(Object.fromEntries(values) as Record<keyof typeof names, string>), emulator };
  // These two become part of addresses that we trust or let pages load.
  if (!/^[a-z0-9-]+$/.test(project.projectId)) {
    complain(`${names.projectId} is '${project.projectId}'; it has to be a project's id, such as my-project-1234.`);
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(project.authDomain)) {
    complain(`${names.authDomain} is '${project.authDomain}'; it has to be a name such as my-project.firebaseapp.com.`);
  }
  if (emulator) checkEmulator(emulator, project.projectId);
  return project;

  function checkEmulator(host: string, projectId: string) {
    const because = "tokens of the emulator are not signed";
    const [, name = ""] = /^(.+):\d{1,5}$/.exec(host) ?? [];
    if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(name)) {
      complain(
        `${emulatorName} is '${host}'; it has to be on this machine, such as 127.0.0.1:9099, because ${because}.`,
      );
    }
    if (!projectId.startsWith("demo-")) {
      complain(
        `${names.projectId} is '${projectId}'; with ${emulatorName} it has to begin with 'demo-', because ${because}.`,
      );
    }
    if (environment["NODE_ENV"] === "production") {
      complain(`${emulatorName} is set, and NODE_ENV is 'production'; the two exclude each other, because ${because}.`);
    }
  }
}

const inWords = (list: string[]) => list.join(", ").replace(/, ([^,]*)$/, " and $1");
