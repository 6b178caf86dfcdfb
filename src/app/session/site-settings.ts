import { useRouteLoaderData } from "react-router";
import type { FirebaseProject } from "#domain/ports.ts";

/** How this site is set up, as every page gets it: our public address, whether mail is sent and Google signs in here, and Firebase's project. */
export type SiteSettings = { origin: string; mails: boolean; google: boolean; firebase: FirebaseProject | null };

/** The settings of this site; none while its root has failed to load. */
export const useSiteSettings = (): SiteSettings | undefined => useRouteLoaderData<() => SiteSettings>("root");
