import { useRouteLoaderData } from "react-router";
import type { FirebaseProject, MapTiles, SiteTexts } from "#domain/ports.ts";

/**
 * The settings of this site that every page gets: public address, whether mail is sent and Google logs in, Firebase's
 * project, and the source of maps.
 */
export type SiteSettings = {
  origin: string;
  mails: boolean;
  google: boolean;
  firebase: FirebaseProject | null;
  map: MapTiles;
  /** The hosts' own texts. */
  texts: SiteTexts;
};

/** The settings of this site; undefined if its root failed to load. */
export const useSiteSettings = (): SiteSettings | undefined => useRouteLoaderData<() => SiteSettings>("root");
