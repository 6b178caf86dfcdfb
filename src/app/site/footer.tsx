import { useMatches } from "react-router";
import type { SiteTexts } from "#domain/ports.ts";
import { say } from "#messages/say.ts";
import { type Address, Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { useSiteSettings } from "../session/site-settings.ts";

import "./footer.css";

type Group = { title: () => string; links: { to: Address; text: () => string }[] };

/** Specification 2 'Shared layout', the footer's groups. */
const groups: Group[] = [
  {
    title: () => say("footer.platform"),
    links: [
      { to: "/upcoming-events", text: () => say("footer.discover") },
      { to: "/create-event", text: () => say("nav.create") },
      { to: "/manage-events", text: () => say("nav.manage") },
      { to: "/joined-events", text: () => say("footer.join") },
    ],
  },
  {
    title: () => say("footer.company"),
    links: [
      { to: "/aboutUs", text: () => say("nav.about") },
      { to: "/community", text: () => say("nav.community") },
    ],
  },
  {
    title: () => say("footer.support"),
    links: [
      { to: "/contact", text: () => say("footer.help") },
      { to: "/contact", text: () => say("footer.contact_support") },
      { to: "/guideline", text: () => say("footer.guidelines") },
    ],
  },
];

/** Specification 2: a social network, a photo network, a professional network and a video site. */
const networks = (): NonNullable<SiteTexts["social"]> => [
  { to: "https://www.facebook.com/", name: say("footer.facebook") },
  { to: "https://www.instagram.com/", name: say("footer.instagram") },
  { to: "https://www.linkedin.com/", name: say("footer.linkedin") },
  { to: "https://www.youtube.com/", name: say("footer.youtube") },
];

/** Specification 9: the copyright line says 2024. It is a text, because a number would get a separator: '2,024'. */
const copyrightYear = "2024";

/**
 * Tagline, the groups of links, the host's contact details, the networks and the two promises. On members' own screens
 * it is one line, with the rest behind 'More'.
 */
export function Footer() {
  const { postalAddress, phone, email, year, social } = useSiteSettings()?.texts ?? {};
  const all = <Groups postalAddress={postalAddress} phone={phone} email={email} />;
  if (useMatches().some(({ id }) => id === "screens/members-only"))
    return (
      <footer className="border-t border-base-300 bg-base-100">
        <details className="mx-auto max-w-frame px-4 sm:px-6">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-xs md:text-sm">
            <span className="quiet mr-auto">
              {year === "" ? say("brand.name") : say("footer.copyright", { year: year ?? copyrightYear })}
            </span>
            <span className="font-semibold">{say("footer.more")}</span>
            <Icon name="chevron-down" className="size-4 in-open:rotate-180" />
          </summary>
          <div className="footer-groups border-t border-base-300 pt-2">{all}</div>
          <LastLine year="" social={social} />
        </details>
      </footer>
    );
  return (
    <footer className="border-t border-base-300 bg-base-100">
      <div className="mx-auto grid max-w-frame gap-x-6 px-4 pt-2 sm:px-6 md:gap-y-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
        <div className="flex items-center gap-2 md:flex-col md:items-start md:gap-4">
          <p className="flex items-center gap-2 font-display text-xl font-bold">
            <img src="/scenes/mark.svg" alt="" width={28} height={28} />
            <span className="max-md:sr-only">{say("brand.name")}</span>
          </p>
          <p className="quiet max-w-xs text-balance max-md:text-xs">{say("brand.tagline")}</p>
        </div>
        <div className="footer-groups">{all}</div>
      </div>
      <div className="border-t border-base-300">
        <div className="mx-auto max-w-frame px-4 sm:px-6">
          <LastLine year={year} social={social} />
        </div>
      </div>
    </footer>
  );
}

type Reach = Partial<Record<"postalAddress" | "phone" | "email", string | undefined>>;

/** On a phone a title reaches into the space that its first link keeps to be pressed. */
const title = "font-sans text-sm font-bold tracking-normal max-md:-mb-2 md:text-base";

function Groups(reach: Reach) {
  return (
    <>
      {groups.map((group) => (
        <nav key={group.title()} aria-label={group.title()}>
          <h2 className={title}>{group.title()}</h2>
          <ul className="md:mt-2">
            {group.links.map((link) => (
              <li key={link.text()}>
                <Link to={link.to} className="inline-flex min-h-11 items-center hover:underline">
                  {link.text()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <Contact {...reach} />
    </>
  );
}

/** The contact details of this site's hosts; missing ones are left out. */
function Contact({
  postalAddress = say("footer.address"),
  phone = say("footer.phone"),
  email = say("footer.email"),
}: Reach) {
  const [mailbox, host] = email.split("@");
  if (!postalAddress && !phone && !email) return null;
  return (
    <div className="footer-contact">
      <h2 className={`${title} max-md:sr-only`}>{say("footer.contact")}</h2>
      <address className="quiet flex flex-col wrap-anywhere not-italic max-md:text-xs md:mt-4 md:gap-3 md:text-[0.9375rem]">
        {postalAddress && (
          <span className="flex items-start gap-2">
            <Icon name="map-pin" className="mt-1 size-4 max-md:hidden" /> {postalAddress}
          </span>
        )}
        {phone && (
          <span className="flex items-center gap-2">
            <Icon name="phone" className="size-4 max-md:hidden" /> {phone}
          </span>
        )}
        {email && (
          <span className="flex items-start gap-2">
            <Icon name="mail" className="mt-1 size-4 max-md:hidden" />{" "}
            <span>
              {mailbox}@<wbr />
              {host}
            </span>
          </span>
        )}
      </address>
    </div>
  );
}

type Last = { year?: string | undefined; social?: SiteTexts["social"] | undefined };

function LastLine({ year = copyrightYear, social = networks() }: Last) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-xs md:gap-x-6 md:py-4 md:text-sm">
      <div className="flex flex-wrap gap-x-3 max-md:-mb-2 max-md:basis-full max-md:pt-1 md:gap-x-6">
        {year && <p>{say("footer.copyright", { year })}</p>}
        <p className="quiet flex items-center gap-1.5">
          <Icon name="shield-check" className="size-4" /> {say("footer.secure")}
        </p>
        <p className="quiet flex items-center gap-1.5">
          <Icon name="accessibility" className="size-4" /> {say("footer.accessible")}
        </p>
      </div>
      <Link to="/privacy" className="inline-flex min-h-11 min-w-11 items-center font-medium hover:underline">
        {say("footer.privacy")}
      </Link>
      {social.length > 0 && (
        <ul aria-label={say("footer.social")} className="flex flex-wrap gap-x-3 md:gap-x-4 lg:ml-auto">
          {social.map(({ to, name }) => (
            <li key={name}>
              <a
                href={to}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={say("footer.new_tab", { name })}
                className="inline-flex min-h-11 items-center font-medium hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
