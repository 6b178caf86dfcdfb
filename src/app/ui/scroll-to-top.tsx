import { useEffect, useState } from "react";

import { say } from "#messages/site.ts";
import { Icon } from "./icon.tsx";

/** Specification 9: the button is there once the page is scrolled by more than 300 pixels. */
const threshold = 300;

/** Takes the reader back to the top of a long page. */
export function ScrollToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > threshold);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  if (!far) return null;
  return (
    <button
      type="button"
      aria-label={say("scroll.top")}
      className="way-up btn btn-circle fixed right-(--up,1rem) bottom-[calc(1rem+var(--bar,0px))] z-30 border-base-300 bg-base-100 print:hidden"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    >
      <Icon name="arrow-up" className="size-5" />
    </button>
  );
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
