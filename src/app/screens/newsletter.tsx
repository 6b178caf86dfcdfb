import { say } from "#messages/subscribers.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/newsletter";
import { pageMeta } from "../page-meta.ts";
import { ActionButton, ActionLinkPage } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/newsletter", title: say("newsletter.title"), forMembers: true });

const read = (token: string) => ask((api) => api.newsletter[":token"].$get({ param: { token } }));

/** Where the newsletter's mails lead: says whether it comes to this address, and switches it on or off. */
export default function NewsletterPage() {
  const home = (
    <RouterLink to="/upcoming-events" className="btn btn-primary">
      {say("nav.upcoming")}
    </RouterLink>
  );
  return (
    <ActionLinkPage title={say("newsletter.title")} read={read} instead={home}>
      {({ email, state }, { token }, act) => {
        const param = { token };
        const confirm = () => ask((api) => api.newsletter[":token"].$put({ param }));
        const end = () => ask((api) => api.newsletter[":token"].$post({ param }));
        return (
          <>
            <p className="text-lg break-words">{say(`newsletter.${state}`, { email })}</p>
            <div className="flex flex-wrap gap-3">
              {state !== "confirmed" && (
                <ActionButton
                  primary={state === "unconfirmed"}
                  onPress={() => act(confirm, say("newsletter.done.confirm"))}
                >
                  {say(state === "none" ? "newsletter.again" : "newsletter.confirm")}
                </ActionButton>
              )}
              {state !== "none" && (
                <ActionButton onPress={() => act(end, say("newsletter.done.end"))}>
                  {say("newsletter.end")}
                </ActionButton>
              )}
            </div>
          </>
        );
      }}
    </ActionLinkPage>
  );
}
