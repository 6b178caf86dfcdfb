import { isDemo } from "#domain/members/rules.ts";
import { say } from "#messages/say.ts";

/** Marks an organizer of the demo content; renders nothing for any other. */
export const DemoTag = ({ email }: { email: string }) =>
  isDemo(email) ? <span className="badge badge-status align-middle font-sans">{say("demo")}</span> : null;
