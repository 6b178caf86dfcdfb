import { isDemo } from "#domain/members/rules.ts";
import { say } from "#messages/say.ts";

/** Marks an organizer of the demo content; renders nothing for any other. */
export const DemoTag = ({ email }: { email: string }) =>
  isDemo(email) ? (
    <span className="rounded-selector bg-secondary px-2 py-0.5 align-middle font-sans text-xs font-semibold text-secondary-content">
      {say("demo")}
    </span>
  ) : null;
