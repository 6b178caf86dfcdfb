import { useEffect, useState } from "react";

import { say } from "#messages/site.ts";
import { Icon } from "./icon.tsx";

/** Specification 9: the button is there once the page is scrolled by more than 300 pixels. */
const threshold = 300;

/** Takes the reader back to the top of a long page. It stands in the margin at the end of it: it lies over nothing. */
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
    <div className="mx-auto -mt-12.5 mb-1.5 flex w-full max-w-frame justify-end px-4 sm:px-6 print:hidden">
      <button
        type="button"
        aria-label={say("scroll.top")}
        className="btn btn-circle border-base-300 bg-base-100"
        onClick={() => {
          window.scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
          document.getElementById("main")?.focus({ preventScroll: true });
        }}
      >
        <Icon name="arrow-up" className="size-5" />
      </button>
    </div>
  );
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
