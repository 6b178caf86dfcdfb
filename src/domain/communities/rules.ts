/** The maximum lengths of a community's name and of the words about it, in characters as a person counts them. */
export const communityTitleMax = 60;
export const communityWordsMax = 500;

/** The maximum number of communities that a member owns at the same time. */
export const ownedMax = 5;

/** The maximum length of a post, in characters as a person counts them. */
export const postMax = 5000;

/** The number of a community's posts that are mailed within a day; later ones are on its page only. */
export const mailedPostsMax = 2;

/** The number of posts that a community can have within a day. */
export const postsMax = 20;

/** The numbers of coming dates and of posts that a community's page begins with. */
export const datesShown = 3;
export const postsShown = 3;

/** The number of its members whose pictures a community's page shows, of those who agree. */
export const facesShown = 5;

/** The years in which fewer people came are left out: their hours would be those of a few. */
export const peopleFrom = 5;

/** The number of communities in a site's sitemap, the oldest first; they share a file with events and fixed pages. */
export const inSitemapMax = 20_000;

/** The maximum number of waiting people whom organizers see at once, those who asked first. */
export const requestsShown = 100;

const slugMax = 60;
const accents = /[\u0300-\u036f]/g;

/**
 * The last part of a community's address, from its name: letters of every script in lower case and without accents,
 * digits, and hyphens between words.
 */
export function slugOf(title: string): string {
  // Marks of other scripts are vowels, without which a word is another one.
  const plain = title.normalize("NFKD").replace(accents, "").normalize("NFC").toLowerCase();
  const slug = plain
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .slice(0, slugMax)
    .toWellFormed()
    .replace(/\ufffd/g, "")
    .replace(/^-+|-+$/g, "");
  return slug === "" || taken.has(slug) ? `${slug || "community"}-1` : slug;
}

/** The addresses of our own pages below `/community`. */
const taken = new Set(["new"]);

/** The path of a community's page. */
export const communityPath = (slug: string) => `/community/${encodeURIComponent(slug)}` as const;

/** The first word of a name, which is shown of members who agree to be shown. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
