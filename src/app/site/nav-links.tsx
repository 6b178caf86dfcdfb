import { type Address, NavLink } from "../addresses.ts";

import { say } from "#messages/say.ts";

type HeaderLink = { to: Address; text: () => string };

/** Specification 2 'Shared layout': for everyone. */
export const everyonesLinks: HeaderLink[] = [
  { to: "/upcoming-events", text: () => say("nav.upcoming") },
  { to: "/community", text: () => say("nav.community") },
  { to: "/aboutUs", text: () => say("nav.about") },
];

/** Specification 2 'Shared layout': logged in only. */
export const membersLinks: HeaderLink[] = [
  { to: "/create-event", text: () => say("nav.create") },
  { to: "/manage-events", text: () => say("nav.manage") },
  { to: "/joined-events", text: () => say("nav.joined") },
];

/** The links that only the account's menu has. */
export const accountLink: HeaderLink = { to: "/account", text: () => say("nav.own_account") };

/** A link as a row of a menu. */
export function MenuLink({ to, text }: HeaderLink) {
  return (
    <li>
      <NavLink
        to={to}
        className="flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-base-200 aria-[current=page]:bg-base-200 aria-[current=page]:text-primary"
      >
        {text()}
      </NavLink>
    </li>
  );
}
