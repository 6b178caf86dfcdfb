import { say } from "#messages/site.ts";

import type { AuthClient } from "./auth-client.ts";
import { Refusal } from "./refusal.ts";

/** A provider that is fetched when it is first asked, so that sites without it do not carry it. */
export function fetchedAuth(load: () => Promise<AuthClient>): AuthClient {
  let loading: Promise<AuthClient> | undefined;
  const there = () => {
    loading ??= load();
    return loading.catch(() => {
      loading = undefined;
      throw new Refusal({ code: "unreachable", message: say("network.failed") });
    });
  };
  return {
    onSession(listener) {
      let stop: (() => void) | undefined;
      let wanted = true;
      void there().then(
        (auth) => wanted && (stop = auth.onSession(listener)),
        () => listener(null, false),
      );
      return () => {
        wanted = false;
        stop?.();
      };
    },
    register: async (registration) => (await there()).register(registration),
    logIn: async (email, password) => (await there()).logIn(email, password),
    logInWithGoogle: async () => (await there()).logInWithGoogle(),
    requestPasswordReset: async (email) => (await there()).requestPasswordReset(email),
    updateProfile: async (profile) => (await there()).updateProfile(profile),
    logOut: async () => (await there()).logOut(),
    refresh: async () => (await there()).refresh(),
    token: async () => (await there()).token(),
    tokenRefused: () =>
      void there().then(
        (auth) => auth.tokenRefused(),
        () => undefined,
      ),
  };
}
