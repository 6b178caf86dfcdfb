import type { MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

/** Says why people who got in by a mail have not joined what they asked for. */
export const sayRefusedJoin = (refused: NonNullable<MailSignedIn["refused"]>): string =>
  say(`enter.refused.${refused}`);
