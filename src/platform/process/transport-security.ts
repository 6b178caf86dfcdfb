/**
 * For how long browsers come by https only: a year, where our public address is one of https. What stands at names below
 * ours is not ours to decide.
 */
export const transportSecurity = (origin: string | null): string | false =>
  origin?.startsWith("https:") ? "max-age=31536000" : false;
