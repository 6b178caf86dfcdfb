import type { OwnRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

/** The names of a member's guests, in one line: 'Rita, Tim (under 18)'; nothing without guests. */
export function WithGuests({ registration: { guests } }: { registration: Pick<OwnRegistration, "guests"> }) {
  const names = guests.map(({ name, under18 }) => (under18 ? say("link.under18", { name }) : name));
  return names.length > 0 && <p dir="auto">{say("registration.guests", { names: names.join(", ") })}</p>;
}
