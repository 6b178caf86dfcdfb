import { lazy, Suspense, useState } from "react";

import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";

const loadCodes = () => import("./own-codes.tsx");
const OwnCodes = lazy(loadCodes);

/** Shows the reader's code for the gate of an event they have joined. */
export function CodeButton({ eventId, words, className }: { eventId: string; words: string; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} onClick={() => openPart(loadCodes, () => setOpen(true))}>
        <Icon name="scan-qr-code" className="size-5" />
        {words}
      </button>
      {isOpen && (
        <Suspense>
          <OwnCodes eventId={eventId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
