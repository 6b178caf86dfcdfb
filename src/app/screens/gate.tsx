// They come before the components' own styles, which refine them.
import "#gate/gate.css";
import "#gate/buttons.css";
import "#gate/fields.css";

import { useEffect, useState } from "react";

import { say } from "#messages/say.ts";

import type { Route } from "./+types/gate";
import { DeskContext } from "#gate/gate-context.ts";
import { type GateDesk, openDesk } from "#gate/gate-desk.ts";
import { GatePage } from "#gate/gate-page.tsx";
import { gateWorker } from "#gate/gate-worker.ts";
import { pageMeta } from "../page-meta.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ matches, path: "/gate", title: say("gate.title"), forMembers: true }),
  { name: "description", content: say("gate.description") },
];

/** The key stands in the address for a moment, so no other site may see it as the referrer. */
export const headers: Route.HeadersFunction = () => ({ "Referrer-Policy": "no-referrer" });

/** The page that receives an event's people. It is the same for everybody; its data is on the phone. */
export default function GateScreen() {
  const [desk, setDesk] = useState<GateDesk | null>(null);
  useEffect(() => {
    const opening = openDesk();
    let isOver = false;
    void opening.then((opened) => isOver || setDesk(opened));
    // The worker is registered only here: it stores this page for use without a network, and no other page needs it.
    void navigator.serviceWorker?.register(gateWorker, { scope: "/gate" }).catch(() => {});
    return () => {
      isOver = true;
      void opening.then((opened) => opened.close());
    };
  }, []);
  return (
    <DeskContext value={desk}>
      <GatePage />
    </DeskContext>
  );
}
