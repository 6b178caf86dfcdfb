import type { LinkedRegistration } from "#domain/registrations/shapes.ts";
import { say } from "#messages/say.ts";

import type { Act, Link } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";
import { AboutDialog } from "./about-dialog.tsx";

export type LinkedAboutProps = Pick<LinkedRegistration, "event" | "registration"> & {
  link: Link;
  act: Act;
  onClose: () => void;
};

/** The dialog of answers for the reader of a mail, logged in or not. */
export default function LinkedAbout({ event, registration, link: { token }, act, onClose }: LinkedAboutProps) {
  return (
    <AboutDialog
      event={event}
      registration={registration}
      onClose={onClose}
      onSay={async (json) => {
        await ask((api) => api.spots[":token"].about.$put({ param: { token }, json }));
        onClose();
        // The call has succeeded: `act` announces it and reloads the page's data.
        act(() => Promise.resolve(), say("about.done"));
      }}
    />
  );
}
