import type { MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

/** Says why a person who logged in by mail has not joined the requested event. */
export const sayRefusedJoin = (refused: NonNullable<MailSignedIn["refused"]>): string =>
  say(`enter.refused.${refused}`);
