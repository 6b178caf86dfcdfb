import type { MomentOfWriting } from "#db/moments.server.ts";

/** Messages to the hosts of this site. */
export type ContactMessages = {
  id: string;
  name: string;
  email: string;
  message: string;
  created_at: MomentOfWriting;
};
