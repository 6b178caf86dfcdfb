import { useEffect, useRef, useState } from "react";

import { say } from "#messages/site.ts";
import { Icon } from "./icon.tsx";

/** Specification 9: the button is there once the page is scrolled by more than 300 pixels. */
const threshold = 300;

/** How far it moves at a time in search of room, and how long after the last scrolling, in pixels and milliseconds. */
const step = 8;
const pause = 120;

/** What a press on it must not be meant for: what has a place of its own, and not all of a card that leads where its link does. */
const pressed = "a[href], button, input, select, textarea, summary, label, [tabindex='0']";

/**
 * Takes the reader back to the top of a long page. It stands at the edge of the screen, as low as there is nothing to press below it:
 * beside the page where the screen is wide enough, and above a bar at the screen's end.
 */
export function ScrollToTop() {
  const [far, setFar] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let later: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(later);
      later = setTimeout(() => button.current && makeRoom(button.current), pause);
    };
    const look = () => {
      setFar(window.scrollY > threshold);
      settle();
    };
    look();
    // What comes later makes the page longer, and moves what stands there.
    const grown = new ResizeObserver(settle);
    grown.observe(document.body);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", settle);
    return () => {
      clearTimeout(later);
      grown.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", settle);
    };
  }, []);
  if (!far) return null;
  return (
    <button
      ref={(element) => {
        button.current = element;
        if (element) makeRoom(element);
      }}
      type="button"
      aria-label={say("scroll.top")}
      className="btn btn-circle fixed right-[max(0.5rem,50vw-42.5rem)] bottom-[calc(var(--bar,0px)+0.75rem)] z-30 border-base-300 bg-base-100 print:hidden"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    >
      <Icon name="arrow-up" className="size-5" />
    </button>
  );
}

/** Moves the button up from its place until it lies over nothing that can be pressed; where there is no such room, it stays in its place. */
function makeRoom(button: HTMLElement) {
  button.style.translate = "";
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const others = [...document.querySelectorAll(pressed)]
    .filter((one) => one !== button && one.checkVisibility())
    .flatMap((one) => [...one.getClientRects()])
    .filter((box) => box.right > left && box.left < right && box.width > 0);
  const isFree = (up: number) => others.every((box) => box.bottom <= top - up || box.top >= bottom - up);
  for (let up = 0; up < top; up += step) {
    if (!isFree(up)) continue;
    if (up > 0) button.style.translate = `0 -${up}px`;
    return;
  }
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
