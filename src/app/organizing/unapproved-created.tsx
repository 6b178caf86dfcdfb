import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import { DoneCard } from "../ui/done-card.tsx";

/** After an event was created that the people who run this site look at first. */
export const UnapprovedCreated = () => (
  <DoneCard title={say("create.unapproved")} text={say("create.unapproved.text")}>
    <Link to="/manage-events" className="btn btn-primary">
      {say("create.draft.manage")}
    </Link>
  </DoneCard>
);
