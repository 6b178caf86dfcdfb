import type { Spots } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

/** The numbers of taken and offered spots and of people on the waitlist, as their organizer reads them. */
export const spotsInWords = ({ taken: count, capacity, held, waitlisted }: Spots): string[] => [
  capacity === null ? say("manage.joined", { count }) : say("manage.spots", { count, max: capacity }),
  ...(held > 0 ? [say("manage.held", { count: held })] : []),
  ...(waitlisted > 0 ? [say("manage.waitlist", { count: waitlisted })] : []),
];
