import { useEffect, useState } from "react";

import { say } from "#messages/say.ts";

import "./account.css";

const groups = ["you", "access", "mail", "data"] as const;
type Group = (typeof groups)[number];

/** The account page's own navigation: always in view, with the current group marked. */
export function AccountWays() {
  const current = useCurrentGroup();
  return (
    <nav aria-label={say("own.title")} className="ways">
      {groups.map((group) => (
        <a
          key={group}
          href={`#${group}`}
          aria-current={group === current || undefined}
          // Moves keyboard focus to the group, too.
          onClick={() => document.getElementById(group)?.focus({ preventScroll: true })}
        >
          {say(`own.way.${group}`)}
        </a>
      ))}
    </nav>
  );
}

/**
 * The chosen group while its heading is in view, and else the last one whose heading is in the upper part of the
 * window.
 */
function useCurrentGroup(): Group {
  const [current, setCurrent] = useState<Group>("you");
  useEffect(() => {
    const look = () => {
      const chosen = groups.find((group) => location.hash === `#${group}`);
      const seen = chosen && topOf(chosen) > 0 && topOf(chosen) < innerHeight;
      setCurrent(seen ? chosen : (groups.findLast((group) => topOf(group) < innerHeight / 3) ?? "you"));
    };
    look();
    const occasions = ["scroll", "hashchange"];
    for (const occasion of occasions) addEventListener(occasion, look, { passive: true });
    return () => {
      for (const occasion of occasions) removeEventListener(occasion, look);
    };
  }, []);
  return current;
}

const topOf = (group: Group) => document.getElementById(group)?.getBoundingClientRect().top ?? Infinity;
