import { useRouteLoaderData } from "react-router";
import type { FirebaseProject, MapTiles, SiteTexts } from "#domain/ports.ts";

/** How this site is set up, as every page gets it: our public address, whether mail is sent and Google signs in here, Firebase's project, and where maps come from. */
export type SiteSettings = {
  origin: string;
  mails: boolean;
  google: boolean;
  firebase: FirebaseProject | null;
  map: MapTiles;
  /** What the people who run it say of it. */
  texts: SiteTexts;
};

/** The settings of this site; none while its root has failed to load. */
export const useSiteSettings = (): SiteSettings | undefined => useRouteLoaderData<() => SiteSettings>("root");
