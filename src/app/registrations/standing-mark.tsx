import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

/** The icon of a registration that waits, or without an icon the leaf of the member's own spot. */
export const StandingMark = ({ icon }: { icon: IconName | false }) => (
  <span aria-hidden className={`standing-mark ${icon ? "waits" : ""}`}>
    {icon && <Icon name={icon} />}
  </span>
);
