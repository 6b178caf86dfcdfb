/**
 * Returns the header that makes browsers use https only: for a year, if our public address uses https. Subdomains are
 * left out, because they are not ours to decide about.
 */
export const transportSecurity = (origin: string | null): string | false =>
  origin?.startsWith("https:") ? "max-age=31536000" : false;
