import { say } from "#messages/say.ts";

import type { AuthClient } from "./auth-client.ts";
import { Refusal } from "./refusal.ts";

/** An AuthClient whose code loads with its first call, so that sites without it do not carry it. */
export function lazyAuth(load: () => Promise<AuthClient>): AuthClient {
  let loading: Promise<AuthClient> | undefined;
  const loaded = () => {
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
      void loaded().then(
        (auth) => wanted && (stop = auth.onSession(listener)),
        () => listener(null, false),
      );
      return () => {
        wanted = false;
        stop?.();
      };
    },
    register: async (registration) => (await loaded()).register(registration),
    logIn: async (email, password) => (await loaded()).logIn(email, password),
    logInWithGoogle: async () => (await loaded()).logInWithGoogle(),
    requestPasswordReset: async (email) => (await loaded()).requestPasswordReset(email),
    updateProfile: async (profile) => (await loaded()).updateProfile(profile),
    logOut: async () => (await loaded()).logOut(),
    refresh: async () => (await loaded()).refresh(),
    token: async () => (await loaded()).token(),
    tokenRefused: () =>
      void loaded().then(
        (auth) => auth.tokenRefused(),
        () => undefined,
      ),
  };
}
