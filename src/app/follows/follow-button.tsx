import { lazy, Suspense } from "react";

import { say } from "#messages/follows-button.ts";

import { Icon } from "../ui/icon.tsx";
import type { Wish } from "./own-follows.ts";
import { useFollow } from "./use-follow.ts";

// Members need it never, and others not at first.
const loadSheet = () => import("./follow-sheet.tsx");
const FollowSheet = lazy(loadSheet);

type FollowButtonProps = {
  wish: Wish;
  /** What is followed, in words. */
  name: string;
  /** For a spot, or for what a list would find, it has words of its own. */
  words?: "spot" | "list" | "list.new";
  /** Shows its icon alone on phones, where there is no room. */
  compact?: boolean;
  /** The look of its icon. */
  icon?: string;
  className?: string;
};

/** Follows something, or no longer: for members by one press, and for others by their address, which is then confirmed by mail. */
export function FollowButton({
  wish,
  name,
  words,
  compact = false,
  icon = "size-5",
  className = "btn",
}: FollowButtonProps) {
  const { isOn, busy, asking, press, close } = useFollow(wish, name, loadSheet);
  const kind = words === "list.new" ? "list" : words;
  const label = words
    ? isOn
      ? say(`follows.${kind ?? "list"}.on`)
      : say(`follows.${words}`)
    : say(isOn ? "follows.button.on" : "follows.button");
  return (
    <>
      <button
        type="button"
        className={className}
        aria-pressed={isOn}
        aria-disabled={busy || undefined}
        aria-label={words ? undefined : say(isOn ? "follows.button.on_of" : "follows.button_of", { name })}
        onClick={press}
      >
        <Icon name={isOn ? "bell-ring" : "bell"} className={icon} />
        <span className={compact ? "max-sm:sr-only" : undefined}>{label}</span>
      </button>
      {asking && (
        <Suspense>
          <FollowSheet wish={wish} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
