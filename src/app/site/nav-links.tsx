import { type Address, NavLink } from "../addresses.ts";

import { say } from "#messages/site.ts";

type MessageKey = Parameters<typeof say>[0];

type HeaderLink = { to: Address; text: MessageKey };

/** Specification 2 'Shared layout': for everyone. */
export const everyonesLinks: HeaderLink[] = [
  { to: "/upcoming-events", text: "nav.upcoming" },
  { to: "/community", text: "nav.community" },
  { to: "/aboutUs", text: "nav.about" },
];

/** Specification 2 'Shared layout': logged in only. */
export const membersLinks: HeaderLink[] = [
  { to: "/create-event", text: "nav.create" },
  { to: "/manage-events", text: "nav.manage" },
  { to: "/joined-events", text: "nav.joined" },
];

/** The account's menu only. */
export const accountLink: HeaderLink = { to: "/account", text: "nav.own_account" };

/** A link as a row of a menu. */
export function MenuLink({ to, text }: HeaderLink) {
  return (
    <li>
      <NavLink
        to={to}
        className="flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-base-200 aria-[current=page]:bg-base-200 aria-[current=page]:text-primary"
      >
        {say(text)}
      </NavLink>
    </li>
  );
}
