import { useEffect, useRef, useState } from "react";

import { say } from "#messages/say.ts";
import { Icon } from "./icon.tsx";

/** Specification 9: the button appears once the page is scrolled by more than 300 pixels. */
const threshold = 300;

/**
 * The step of the search for free space, in pixels, and the pause between scrolling and that search, in milliseconds.
 */
const step = 8;
const pause = 120;

/** Elements that the button must not cover. If a whole card is a link, only the controls in it count. */
const pressed = "a[href], button, input, select, textarea, summary, label, [tabindex='0']";

/**
 * Takes the reader back to the top of a long page. It is at the edge of the screen, at the lowest place where it covers
 * nothing that can be pressed: beside the page on wide screens, and above a bar at the bottom.
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
    // Content that loads later makes the page longer and moves what the button may cover.
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

/** Moves the button up until it covers nothing that can be pressed; without such a place, it stays. */
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
