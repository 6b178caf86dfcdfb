import { type Address, NavLink } from "../addresses.ts";

import { say } from "#messages/say.ts";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

export type HeaderLink = { to: Address; text: () => string; icon?: IconName };

/** Specification 2 'Shared layout': for everyone. */
export const everyonesLinks: HeaderLink[] = [
  { to: "/upcoming-events", text: () => say("nav.upcoming") },
  { to: "/community", text: () => say("nav.community") },
  { to: "/aboutUs", text: () => say("nav.about") },
];

/** Specification 2 'Shared layout': logged in only; a button on wide screens. */
export const createLink = { to: "/create-event", text: () => say("nav.create"), icon: "plus" } as const;

/** Specification 2 'Shared layout': logged in only. */
export const membersLinks: HeaderLink[] = [
  { to: "/manage-events", text: () => say("nav.manage"), icon: "list" },
  { to: "/joined-events", text: () => say("nav.joined"), icon: "calendar-days" },
];

/** The classes of a row of a menu. */
export const menuRow =
  "flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-field px-3 font-medium hover:bg-base-200";

/** A link as a row of a menu. */
export function MenuLink({ to, text, icon }: HeaderLink) {
  return (
    <li>
      <NavLink
        to={to}
        className={`${menuRow} aria-[current=page]:bg-secondary aria-[current=page]:text-secondary-content`}
      >
        {icon && <Icon name={icon} className="size-4.5" />}
        {text()}
      </NavLink>
    </li>
  );
}
