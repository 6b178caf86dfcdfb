/** Viewport in CSS pixels, and theme. */
export type Look = { width: 375 | 1280; height: number; theme: "light" | "dark" };

/**
 * A picture's name, the file of its screen in `src/app/screens` if it has another name, its path on the site, its
 * reader, and the looks in which it is compared.
 */
export type Screen = {
  name: string;
  file?: string;
  path: keyof Paths | `/${string}`;
  as: "visitor" | "member";
  looks: Look[];
};

/** The addresses of the site's content, which are different each time. */
export type Paths = { event: string; participants: string };

const phone: Look[] = [
  { width: 375, height: 740, theme: "light" },
  { width: 375, height: 740, theme: "dark" },
];
const desk: Look = { width: 1280, height: 720, theme: "light" };
const all: Look[] = [...phone, desk, { ...desk, theme: "dark" }];

/** Main screens are compared in every look; for the others the dark desktop look is left out. */
export const screens: Screen[] = [
  { name: "home", path: "/", as: "visitor", looks: all },
  { name: "upcoming-events", path: "/upcoming-events", as: "visitor", looks: all },
  { name: "event", file: "event-details", path: "event", as: "visitor", looks: all },
  { name: "login", path: "/login", as: "visitor", looks: all },
  { name: "community", path: "/community", as: "visitor", looks: [...phone, desk] },
  { name: "about", path: "/aboutUs", as: "visitor", looks: [...phone, desk] },
  { name: "guideline", path: "/guideline", as: "visitor", looks: [...phone, desk] },
  { name: "contact", path: "/contact", as: "visitor", looks: [...phone, desk] },
  { name: "privacy", path: "/privacy", as: "visitor", looks: [...phone, desk] },
  { name: "register", path: "/register", as: "visitor", looks: [...phone, desk] },
  { name: "forgot-password", path: "/forgot-password", as: "visitor", looks: [...phone, desk] },
  { name: "reset-password", path: "/reset-password", as: "visitor", looks: [...phone, desk] },
  { name: "verify", path: "/verify", as: "visitor", looks: [...phone, desk] },
  { name: "not-found", path: "/nowhere", as: "visitor", looks: [...phone, desk] },
  { name: "home-member", file: "home", path: "/", as: "member", looks: all },
  { name: "event-member", file: "event-details", path: "event", as: "member", looks: all },
  { name: "create-event", path: "/create-event", as: "member", looks: all },
  { name: "joined-events", path: "/joined-events", as: "member", looks: all },
  { name: "manage-events", path: "/manage-events", as: "member", looks: all },
  { name: "participants", path: "participants", as: "member", looks: all },
  { name: "account", path: "/account", as: "member", looks: all },
  { name: "import-events", path: "/import-events", as: "member", looks: [...phone, desk] },
  { name: "record", path: "/account/record", as: "member", looks: [...phone, desk] },
];

const byMail = "Only a mail's link leads to it.";
const forHosts = "Only hosts see it.";
const likeCreating = "It is 'create-event', filled in.";
const afterEvent = "It needs an event that is over, and no call creates one.";
/** The screens without a picture, by file, each with the reason. */
export const withoutPicture: Readonly<Record<string, string>> = {
  enter: byMail,
  "confirm-email": byMail,
  "confirm-contact": byMail,
  invitation: byMail,
  told: byMail,
  added: byMail,
  regular: byMail,
  registration: byMail,
  "notification-preferences": byMail,
  newsletter: byMail,
  gate: "It is an application without the site's frame, which says who is logged in.",
  "make-embed": "Its frame keeps the page from coming to rest for a picture.",
  "print-list": "Its codes differ each time.",
  report: "It is a form like 'contact'.",
  "community-page": "The demo's communities have no events and no news yet.",
  "start-community": "It is a form like 'contact'.",
  "run-community": "It needs a community of one's own, and is made of forms.",
  block: "It is a question with two buttons.",
  "event-log": "It needs several organizers, and no call makes one of another member.",
  "under-review": "It needs a host's decision.",
  "event-dates": "No event of the demo repeats.",
  "edit-event": likeCreating,
  figures: afterEvent,
  afterwards: afterEvent,
  asserting: afterEvent,
  "print-record": afterEvent,
  "host-overview": forHosts,
  "host-members": forHosts,
  "host-member": forHosts,
  "host-reports": forHosts,
  "host-report": forHosts,
  "host-words": forHosts,
  "host-log": forHosts,
};

/** The name of a picture's file in `docs/screens`. */
export const fileOf = ({ name }: Screen, { width, theme }: Look) => `${name}-${width}-${theme}.png`;
