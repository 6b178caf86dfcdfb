import registrationsJoined from "./en/registrations-joined.json" with { type: "json" };
import registrationsNext from "./en/registrations-next.json" with { type: "json" };
import { sayFrom } from "./say.ts";

/** What home says of a member's next event. */
export const say = sayFrom({ ...registrationsJoined, ...registrationsNext });
