import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { theAuth } from "../session/identity.ts";
import { useDeed } from "../session/use-deed.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { Icon } from "../ui/icon.tsx";

/** Logs in with a passkey and calls `onIn`; absent on sites where Firebase logs people in. */
export function PasskeyButton({ onIn }: { onIn: (user: SessionUser) => void }) {
  const { busy, run } = useDeed(
    async () => theAuth().logInWithPasskey?.(),
    (user) => user && onIn(user),
  );
  if (useSiteSettings()?.firebase) return null;

  return (
    <button type="button" className="btn" aria-disabled={busy || undefined} onClick={run}>
      <Icon name="key-round" />
      {say(busy ? "login.passkey.waiting" : "login.passkey")}
    </button>
  );
}
