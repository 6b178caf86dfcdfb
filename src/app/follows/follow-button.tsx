import { lazy, type MouseEvent, Suspense } from "react";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import type { Wish } from "./own-follows.ts";
import { useFollow } from "./use-follow.ts";

// Loaded on demand: members never need it, and visitors not at first.
const loadSheet = () => import("./follow-sheet.tsx");
const FollowSheet = lazy(loadSheet);

type FollowButtonProps = {
  wish: Wish;
  /** The subject in words. */
  name: string;
  className?: string;
};

/**
 * Follows or unfollows a subject: members with one press, visitors with their address, which a mail then confirms.
 * Before and without script it links to the page that asks for the address.
 */
export function FollowButton({ wish, name, className = "btn" }: FollowButtonProps) {
  const { isMember, isOn, busy, asking, press, close } = useFollow(wish, name, loadSheet);
  const isSpot = wish.about === "event";
  const isTold = isSpot && isOn;
  const looks = {
    // Once the subject is followed, the button no longer stands out.
    className: isOn ? className.replace("btn-primary", "") : className,
    "aria-disabled": busy || undefined,
    "aria-label": isSpot ? undefined : say(isOn ? "follows.button.on_of" : "follows.button_of", { name }),
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      press();
    },
    children: (
      <>
        {!isTold && <Icon name={isOn ? "bell-ring" : "bell"} />}
        <span>
          {isSpot
            ? say(isOn ? "follows.spot.stop" : "follows.spot")
            : say(isOn ? "follows.button.on" : "follows.button")}
        </span>
      </>
    ),
  };
  return (
    <>
      {isTold && (
        <span className="inline-flex min-h-11 items-center gap-2">
          <Icon name="bell-ring" />
          {say("follows.spot.on")}
        </span>
      )}
      {isMember ? (
        <button type="button" aria-pressed={isSpot ? undefined : isOn} {...looks} />
      ) : (
        <Link to={`/newsletter?${wish.about}=${wish.id}`} rel="nofollow" {...looks} />
      )}
      {asking && (
        <Suspense>
          <FollowSheet wish={wish} name={name} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
