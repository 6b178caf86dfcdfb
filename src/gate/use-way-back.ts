import { useEffect } from "react";

/**
 * The way back of the browser and of the phone leads from a view to the list, as its own button does, and from the list to where one came
 * from. For that the history has one step more, which is marked.
 */
export function useWayBack(isAway: boolean, toList: () => void): void {
  useEffect(() => {
    if (isAway && !isMarked()) history.pushState({ ...history.state, [mark]: true }, "");
    let wasMarked = isMarked();
    function onStep() {
      const isLeft = wasMarked && !isMarked();
      wasMarked = isMarked();
      // A link with another key is a step too, and none back; and one step may lead to another page at once.
      if (!isLeft || location.hash !== "" || location.pathname !== ownPath) return;
      if (isAway) toList();
      else history.back();
    }
    const ownPath = location.pathname;
    window.addEventListener("popstate", onStep);
    return () => window.removeEventListener("popstate", onStep);
  }, [isAway, toList]);
}

const mark = "gateView";
const isMarked = () => (history.state as Record<string, unknown> | null)?.[mark] === true;
