import { lazy, Suspense, useState } from "react";

import { say } from "#messages/events-page.ts";

import { openPart } from "../ui/open-part.ts";
import type { OwnAboutProps } from "./own-about.tsx";

const loadAbout = () => import("./own-about.tsx");
const OwnAbout = lazy(loadAbout);

/** Says, or changes, what joining asks about oneself and one's guests. */
export function AboutButton(props: Omit<OwnAboutProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => openPart(loadAbout, () => setOpen(true))}>
        {say("event.details")}
      </button>
      {isOpen && (
        <Suspense>
          <OwnAbout {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
