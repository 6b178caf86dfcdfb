import type { MomentOfWriting } from "#db/moments.server.ts";

/** Messages to the people who run this site. */
export type ContactMessages = {
  id: string;
  name: string;
  email: string;
  message: string;
  created_at: MomentOfWriting;
};
