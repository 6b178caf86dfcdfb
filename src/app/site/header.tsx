import { useEffect } from "react";
import { useLocation } from "react-router";
import { say } from "#messages/say.ts";
import { Link, NavLink } from "../addresses.ts";
import { cameFrom } from "../session/return-address.ts";
import { useSession } from "../session/session.tsx";
import { createLink, everyonesLinks, MenuLink, membersLinks } from "./nav-links.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { ThemeRow, ThemeSwitch } from "./theme-switch.tsx";
import { Icon } from "../ui/icon.tsx";
import type { SessionUser } from "../session/auth-client.ts";
import { Avatar } from "../ui/avatar.tsx";
import { usePart } from "../ui/use-part.ts";

import "./header.css";

/**
 * Brand, links, theme, and the logged-in member. On a phone the links are in a menu, which works without script; a
 * member's face opens it.
 */
export function Header() {
  const session = useSession();
  const member = session.status === "member" ? session.user : null;
  const links = member ? [...everyonesLinks, ...membersLinks] : everyonesLinks;
  return (
    <header className="sticky top-0 z-40 border-b border-base-300 bg-base-200/95 [backdrop-filter:blur(8px)]">
      <div className="mx-auto flex h-[calc(var(--header)-1px)] max-w-frame items-center gap-1 px-3 xs:px-4 sm:px-6">
        <Link
          to="/"
          className="mr-auto flex min-h-11 items-center gap-2 rounded-field xs:pr-2"
          aria-label={say("nav.home")}
        >
          <img src="/scenes/mark.svg" alt="" width={32} height={32} />
          <span className="font-display text-xl font-bold tracking-tight">{say("brand.name")}</span>
        </Link>
        <nav aria-label={say("nav.main")} className="hidden lg:block">
          <ul className="flex items-center">
            {links.map((link) => (
              <li key={link.to}>
                <NavLink
                  to={link.to}
                  prefetch="intent"
                  className="flex min-h-11 items-center rounded-field px-2 text-[0.9375rem] font-medium whitespace-nowrap hover:bg-base-300/60 xl:px-2.5 xl:text-base aria-[current=page]:text-primary aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
                >
                  {link.text()}
                </NavLink>
              </li>
            ))}
            {member && (
              <li className="ml-1.5">
                <NavLink to={createLink.to} prefetch="intent" className="btn px-3 max-xl:text-[0.9375rem]">
                  <Icon name={createLink.icon} />
                  {createLink.text()}
                </NavLink>
              </li>
            )}
          </ul>
        </nav>
        <ThemeSwitch />
        {member ? <MembersMenu user={member} /> : <LogIn />}
        {!member && (
          <PopoverMenu
            id="menu"
            label={say("nav.menu")}
            className="btn btn-circle btn-ghost lg:hidden"
            button={<Icon name="menu" className="size-5" />}
          >
            <ul className="p-2">
              {everyonesLinks.map((link) => (
                <MenuLink key={link.to} {...link} />
              ))}
            </ul>
            <ul className="border-t border-base-300 p-2">
              <ThemeRow />
            </ul>
          </PopoverMenu>
        )}
      </div>
    </header>
  );
}

function LogIn() {
  const { pathname, search } = useLocation();
  // After the account screens themselves, the reader goes home.
  const from = ["/login", "/register"].includes(pathname) ? undefined : cameFrom(pathname + search);
  return (
    <Link
      to="/login"
      state={from}
      {...(pathname === "/login" && { "aria-current": "page" })}
      // On the log-in page the link is marked as current, and does not look like a button beside the form's button.
      className={`visitors-only btn ml-1 ${pathname === "/login" ? "btn-ghost underline decoration-2 underline-offset-8" : ""}`}
    >
      {say("nav.login")}
    </Link>
  );
}

const panel = "account";

/** Visitors never load it; for a member it loads at once, and is there when they open the menu. */
const loadPanel = () => import("./members-panel.tsx");

/** The logged-in member's picture with its tooltip; it opens name, e-mail, the header's links, theme and Logout. */
function MembersMenu({ user }: { user: SessionUser }) {
  const name = user.displayName || say("nav.anonymous");
  const [Panel, load] = usePart(loadPanel);
  useEffect(load, [load]);
  return (
    // If it could not load, the press that opens the menu tries again.
    <div className="tooltip" data-tip={name} onFocus={load}>
      <PopoverMenu
        id={panel}
        label={`${say("nav.account")}: ${name}`}
        className="flex size-11 cursor-pointer items-center justify-center gap-2 rounded-full max-lg:w-20 max-lg:border max-lg:border-(--edge) max-lg:bg-base-100"
        button={
          <>
            <Icon name="menu" className="size-5 lg:hidden" />
            <Avatar name={name} photo={user.photoURL} className="size-9 text-sm lg:size-10" />
          </>
        }
      >
        {Panel && <Panel user={user} name={name} menu={panel} />}
      </PopoverMenu>
    </div>
  );
}
