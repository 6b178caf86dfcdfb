import { useEffect, useRef } from "react";

import { say } from "#messages/organizing.ts";

import { Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";

/** After an event was created that the people who run this site look at first. */
export function UnapprovedCreated() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sheet mx-auto flex max-w-lg flex-col items-center gap-4 px-6 py-14 text-center">
      <Icon name="circle-check" className="size-14 text-success" />
      <h1 ref={heading} tabIndex={-1} className="text-page outline-none">
        {say("create.unapproved")}
      </h1>
      <p className="quiet text-lg text-balance">{say("create.unapproved.text")}</p>
      <Link to="/manage-events" className="btn btn-primary">
        {say("create.draft.manage")}
      </Link>
    </div>
  );
}
