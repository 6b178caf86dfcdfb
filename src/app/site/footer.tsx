import type { SiteTexts } from "#domain/ports.ts";
import { say } from "#messages/say.ts";
import { type Address, Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import { useSiteSettings } from "../session/site-settings.ts";

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
      { to: "/privacy", text: () => say("footer.privacy") },
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

/** Tagline, the groups of links, the host's contact details, the networks and the two promises. */
export function Footer() {
  const { postalAddress, phone, email, year, social } = useSiteSettings()?.texts ?? {};
  return (
    <footer className="border-t border-base-300 bg-base-100">
      <div className="mx-auto grid max-w-frame gap-x-6 gap-y-8 px-4 py-12 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-4">
          <p className="flex items-center gap-2 font-display text-xl font-bold">
            <img src="/scenes/mark.svg" alt="" width={28} height={28} />
            {say("brand.name")}
          </p>
          <p className="quiet max-w-xs text-balance">{say("brand.tagline")}</p>
        </div>
        {/* On a phone there are two columns, with the shorter groups below the longer ones. */}
        <div className="columns-2 gap-6 md:grid md:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.3fr)]">
          <Groups postalAddress={postalAddress} phone={phone} email={email} />
        </div>
      </div>
      <div className="border-t border-base-300">
        <LastLine year={year} social={social} />
      </div>
    </footer>
  );
}

type Reach = Partial<Record<"postalAddress" | "phone" | "email", string | undefined>>;

function Groups(reach: Reach) {
  return (
    <>
      {groups.map((group) => (
        <nav key={group.title()} aria-label={group.title()} className="mb-6 break-inside-avoid md:mb-0">
          <h2 className="font-sans text-base font-bold tracking-normal">{group.title()}</h2>
          <ul className="mt-2">
            {group.links.map((link) => (
              <li key={link.text()}>
                <Link to={link.to} className="quiet inline-flex min-h-11 items-center hover:underline">
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
    <div className="break-inside-avoid">
      <h2 className="font-sans text-base font-bold tracking-normal">{say("footer.contact")}</h2>
      <address className="quiet mt-4 flex flex-col gap-3 text-[0.9375rem] wrap-anywhere not-italic">
        {postalAddress && (
          <span className="flex items-start gap-2">
            <Icon name="map-pin" className="mt-1 size-4 max-xs:hidden" /> {postalAddress}
          </span>
        )}
        {phone && (
          <span className="flex items-center gap-2">
            <Icon name="phone" className="size-4 max-xs:hidden" /> {phone}
          </span>
        )}
        {email && (
          <span className="flex items-start gap-2">
            <Icon name="mail" className="mt-1 size-4 max-xs:hidden" />{" "}
            {/* Takes one line on most phones, in smaller letters. */}
            <span className="max-xs:text-sm">
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
    <div className="mx-auto flex max-w-frame flex-wrap items-center gap-x-6 gap-y-1 px-4 py-4 text-sm sm:px-6">
      {year && <p>{say("footer.copyright", { year })}</p>}
      <p className="quiet flex items-center gap-1.5">
        <Icon name="shield-check" className="size-4" /> {say("footer.secure")}
      </p>
      <p className="quiet flex items-center gap-1.5">
        <Icon name="accessibility" className="size-4" /> {say("footer.accessible")}
      </p>
      {social.length > 0 && (
        <ul aria-label={say("footer.social")} className="flex flex-wrap gap-x-4 lg:ml-auto">
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
