import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

/** A person's position on the waitlist, in words. Positions count people, so a party has several. */
export function positionOf({ position, spots }: Pick<Participant, "position" | "spots">): string {
  const first = position ?? 1;
  return spots === 1
    ? say("participants.position", { position: first })
    : say("participants.positions", { first, last: first + spots - 1 });
}
