/** The fixed public pages, which are the same for everybody and listed for search engines. */
export const publicPages = [
  "/",
  "/upcoming-events",
  "/community",
  "/aboutUs",
  "/guideline",
  "/contact",
  "/privacy",
] as const;

/** The log-in pages, which are the same for everybody too, unless the address has a query. */
const entrances = ["/login", "/register"];

/** The frames for other sites, and the page that makes their code. */
const embeds = ["/embed", "/embed/make"];

/** The pages of one event or one community; the page that starts a community is a member's. */
const ofOneThing = /^\/(?:view-event\/[\w-]+(?:\/dates)?|community\/(?!new$)[^/]+)$/;

/**
 * True if a page is the same for everybody; also for its data alone, which the browser requests on client navigation.
 * False for addresses in mails, which belong to one person.
 */
export function isForEverybody(pathname: string): boolean {
  const page = pathname.replace(/(?:^\/_)?\.data$/, "") || "/";
  return [...publicPages, ...entrances, ...embeds].includes(page) || ofOneThing.test(page);
}
