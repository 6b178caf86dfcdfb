import { say } from "#messages/say.ts";

import { Spinner } from "../ui/spinner.tsx";

/** Takes the place of a member's next event while it loads. The page has a title at any time, for screen readers. */
export const NextLoading = () => (
  <>
    <h1 className="sr-only">{say("home.title")}</h1>
    <Spinner />
  </>
);
