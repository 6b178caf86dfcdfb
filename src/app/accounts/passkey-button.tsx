import { useState } from "react";

import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { refused } from "../session/refused.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";

/** Logs in with a passkey and calls `onIn`; absent on sites where Firebase logs people in. */
export function PasskeyButton({ onIn }: { onIn: (user: SessionUser) => void }) {
  const [busy, setBusy] = useState(false);
  if (useSiteSettings()?.firebase) return null;

  async function logIn() {
    if (busy) return;
    setBusy(true);
    try {
      const user = await theAuth().logInWithPasskey?.();
      if (user) onIn(user);
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  }

  return (
    <button type="button" className="btn btn-outline" aria-disabled={busy || undefined} onClick={() => void logIn()}>
      <Icon name="key-round" />
      {say(busy ? "login.passkey.waiting" : "login.passkey")}
    </button>
  );
}
