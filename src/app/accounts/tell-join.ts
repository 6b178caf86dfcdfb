import type { MailSignedIn } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import { noteJoined } from "../session/just-joined.ts";
import { toast } from "../ui/toast.tsx";
import { sayRefusedJoin } from "./refused-join.ts";

/**
 * Announces the result of joining by a code or a link, if there was an event; the event's page shows the registration.
 * If that page comes next, its bar says so, and no toast covers its facts.
 * @param next the id of the event whose page comes next, if one does
 */
export function tellJoin({ join, refused }: Pick<MailSignedIn, "join" | "refused">, next?: string) {
  if (refused) toast("error", sayRefusedJoin(refused), undefined, { goesAlong: true });
  else if (join?.state === "waiting") toast("success", say("enter.waiting", { position: join.position ?? 1 }));
  else if (join && next) noteJoined(next);
  else if (join) toast("success", say("event.join.done"));
}
