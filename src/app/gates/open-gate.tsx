import { useState } from "react";

import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useProof } from "../session/use-proof.tsx";
import { Icon } from "../ui/icon.tsx";

/** Opens the gate on this device with a key of the organizer's own, which is created once. */
export default function OpenGate({ eventId, className }: { eventId: string; className: string }) {
  const [busy, setBusy] = useState(false);
  const { proof, proven } = useProof();

  async function open() {
    if (busy) return;
    setBusy(true);
    const label = say("gate.keys.own");
    const param = { eventId };
    try {
      const { keys } = await ask((api) => api.gates[":eventId"].keys.$get({ param }));
      const own =
        keys.find((key) => key.label === label && key.revokedAt === null) ??
        (await proven(() => ask((api) => api.gates[":eventId"].keys.$post({ param, json: { label } })))).key;
      const { pathname, hash } = new URL(own.url);
      // A full page load: the gate's page has its own script and no site frame.
      location.assign(pathname + hash);
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" className={className} aria-disabled={busy || undefined} onClick={() => void open()}>
        <Icon name="user-check" />
        {say(busy ? "gate.card.opening" : "gate.card.open")}
      </button>
      {proof}
    </>
  );
}
