import { useLocation } from "react-router";
import { say } from "#messages/say.ts";
import { Link, NavLink } from "../addresses.ts";
import { cameFrom } from "../session/return-address.ts";
import { type Session, useSession } from "../session/session.tsx";
import { LogOut } from "./log-out.tsx";
import { accountLink, everyonesLinks, membersLinks, MenuLink } from "./nav-links.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Icon } from "../ui/icon.tsx";
import type { SessionUser } from "../session/auth-client.ts";
import { Avatar } from "../ui/avatar.tsx";

const menu = "menu";

const linksFor = (session: Session) =>
  session.status === "member" ? [...everyonesLinks, ...membersLinks] : everyonesLinks;

/** Brand, links, theme, and the logged-in member; on a phone the links are in a menu that works without script. */
export function Header() {
  const session = useSession();
  const links = linksFor(session);
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
                  className="flex min-h-11 items-center rounded-field px-2.5 font-medium whitespace-nowrap hover:bg-base-300/60 xl:px-3 aria-[current=page]:text-primary aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
                >
                  {link.text()}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch />
        <Account session={session} />
        <PopoverMenu
          id={menu}
          label={say("nav.menu")}
          className="btn btn-circle btn-ghost lg:hidden"
          button={<Icon name="menu" className="size-5" />}
        >
          <ul className="p-2">
            {links.map((link) => (
              <MenuLink key={link.to} {...link} />
            ))}
          </ul>
          {session.status === "member" && <LogOut menu={menu} />}
        </PopoverMenu>
      </div>
    </header>
  );
}

function Account({ session }: { session: Session }) {
  const { pathname, search } = useLocation();
  if (session.status === "member") return <AccountMenu user={session.user} />;
  // After the account screens themselves, the reader goes home.
  const from = ["/login", "/register"].includes(pathname) ? undefined : cameFrom(pathname + search);
  return (
    <Link
      to="/login"
      state={from}
      {...(pathname === "/login" && { "aria-current": "page" })}
      // On the log-in page the link is marked as current, and does not look like a button beside the form's button.
      className={`visitors-only btn ml-1 ${pathname === "/login" ? "btn-ghost text-primary underline decoration-2 underline-offset-8" : ""}`}
    >
      {say("nav.login")}
    </Link>
  );
}

const panel = "account";

/** The logged-in member's picture with its tooltip; it opens name, e-mail, the member's links and Logout. */
function AccountMenu({ user }: { user: SessionUser }) {
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
          {user.isHost && <MenuLink to="/host" text={() => say("nav.host")} />}
        </ul>
        <LogOut menu={panel} />
      </PopoverMenu>
    </div>
  );
}
