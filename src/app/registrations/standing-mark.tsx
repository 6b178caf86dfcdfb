import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

/** The mark of what one has at an event: what one waits for, or, without an icon, the check of who is in. */
export const StandingMark = ({ icon }: { icon?: IconName }) =>
  icon ? (
    <span aria-hidden className="standing-mark waits">
      <Icon name={icon} />
    </span>
  ) : (
    <svg aria-hidden viewBox="0 0 40 40" className="standing-mark">
      <path d="m12 20.800 5.600 5.600L28.500 14.500" pathLength={1} />
    </svg>
  );
