import { say } from "#messages/site.ts";

import type { SessionUser } from "../session/auth-client.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LogOut } from "./log-out.tsx";
import { accountLink, everyonesLinks, membersLinks, MenuLink } from "./nav-links.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";

const panel = "account";

/** The signed-in member's picture with its tooltip, and behind it name, e-mail, the member's links and Logout. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const name = user.displayName || say("nav.anonymous");
  return (
    <div className="tooltip" data-tip={name}>
      <PopoverMenu
        id={panel}
        label={`${say("nav.account")}: ${name}`}
        className="grid size-11 cursor-pointer place-items-center rounded-full"
        button={<Avatar name={name} photo={user.photoURL} />}
      >
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
          {membersLinks.map((link) => (
            <MenuLink key={link.to} {...link} />
          ))}
        </ul>
        <ul className="border-t border-base-300 p-2">
          <MenuLink {...accountLink} />
          {user.isHost && <MenuLink to="/host" text="nav.host" />}
        </ul>
        <LogOut menu={panel} />
      </PopoverMenu>
    </div>
  );
}
