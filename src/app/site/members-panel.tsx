import { say } from "#messages/say.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { LogOut } from "./log-out.tsx";
import { createLink, everyonesLinks, type HeaderLink, MenuLink, membersLinks } from "./nav-links.tsx";
import { ThemeRow } from "./theme-switch.tsx";

const accountLink: HeaderLink = { to: "/account", text: () => say("nav.own_account"), icon: "user-round" };
const hostLink: HeaderLink = { to: "/host", text: () => say("nav.host"), icon: "shield-check" };

/** The content of a member's menu, whose id is `menu`: name, e-mail, the header's links, theme and Logout. */
export default function MembersPanel({ user, name, menu }: { user: SessionUser; name: string; menu: string }) {
  return (
    <>
      <div className="border-b border-base-300 px-5 py-3">
        <p dir="auto" className="truncate font-semibold">
          {name}
        </p>
        <p className="quiet truncate text-sm">{user.email}</p>
      </div>
      <ul className="p-2">
        {everyonesLinks.map((link) => (
          <MenuLink key={link.to} {...link} />
        ))}
      </ul>
      <ul className="border-t border-base-300 p-2">
        {[createLink, ...membersLinks].map((link) => (
          <MenuLink key={link.to} {...link} />
        ))}
      </ul>
      <ul className="border-t border-base-300 p-2">
        <MenuLink {...accountLink} />
        {user.isHost && <MenuLink {...hostLink} />}
        <ThemeRow />
        <LogOut menu={menu} />
      </ul>
    </>
  );
}
