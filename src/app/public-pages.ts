/** The pages that are the same for everybody and always there, which search engines are told of. */
export const publicPages = [
  "/",
  "/upcoming-events",
  "/community",
  "/aboutUs",
  "/guideline",
  "/contact",
  "/privacy",
] as const;

/** Those where one gets in: the same for everybody too, as long as their address carries nothing. */
const entrances = ["/login", "/register"];

/** What other sites show in a frame, and where the lines for that are made. */
const embeds = ["/embed", "/embed/make"];

/**
 * Whether a page is the same for everybody, or the data alone of one, which the browser asks for when it goes from page to
 * page. Addresses from mails are not: what they carry is one person's.
 */
export function isForEverybody(pathname: string): boolean {
  const page = pathname.replace(/(?:^\/_)?\.data$/, "") || "/";
  return [...publicPages, ...entrances, ...embeds].includes(page) || /^\/view-event\/[\w-]+$/.test(page);
}
