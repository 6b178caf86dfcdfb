import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

/** The mark of what one has at an event: what one waits for, or, without an icon, the leaf of one's own spot. */
export const StandingMark = ({ icon }: { icon: IconName | false }) => (
  <span aria-hidden className={`standing-mark ${icon ? "waits" : ""}`}>
    {icon && <Icon name={icon} />}
  </span>
);
