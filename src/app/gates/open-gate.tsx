import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { useDeed } from "../session/use-deed.ts";
import { useProof } from "../session/use-proof.tsx";
import { Icon } from "../ui/icon.tsx";

/** Opens the gate on this device with a key of the organizer's own, which is created once. */
export default function OpenGate({ eventId, className }: { eventId: string; className: string }) {
  const { proof, proven } = useProof();

  const label = say("gate.keys.own");
  const param = { eventId };
  const { busy, run } = useDeed(
    async () => {
      const { keys } = await ask((api) => api.gates[":eventId"].keys.$get({ param }));
      return (
        keys.find((key) => key.label === label && key.revokedAt === null) ??
        (await proven(() => ask((api) => api.gates[":eventId"].keys.$post({ param, json: { label } })))).key
      );
    },
    (own) => {
      const { pathname, hash } = new URL(own.url);
      // The gate is a page without the site's frame, with its own script. The button is busy until the browser has left
      // this page.
      location.assign(pathname + hash);
      return new Promise(() => {});
    },
  );

  return (
    <>
      <button type="button" className={className} aria-disabled={busy || undefined} onClick={run}>
        <Icon name="user-check" />
        {say(busy ? "gate.card.opening" : "gate.card.open")}
      </button>
      {proof}
    </>
  );
}
