import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/notification-preferences";
import { pageMeta } from "../page-meta.ts";
import { ActionButton, ActionLinkPage } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/mails", title: say("notifications.title"), forMembers: true });

const read = (token: string) => ask((api) => api.mails[":token"].$get({ param: { token } }));

/**
 * The target of a link at the foot of a mail: names the kind of mail, and lets the reader turn it off, logged in or
 * not.
 */
export default function MailsPage() {
  const account = (
    <RouterLink to="/account" className="btn btn-primary">
      {say("nav.account")}
    </RouterLink>
  );
  return (
    <ActionLinkPage title={say("notifications.title")} read={read} instead={account}>
      {({ kind, wanted, email }, { token }, act) => {
        const param = { token };
        const stop = () => ask((api) => api.mails[":token"].$post({ param }));
        const stopAll = () => ask((api) => api.mails[":token"].all.$post({ param }));
        const resume = () => ask((api) => api.mails[":token"].$put({ param }));
        const values = { email, kind: say(`notifications.kind.${kind}`) };
        return (
          <>
            <p className="text-lg break-words">
              {say(wanted ? "notifications.wanted" : "notifications.unwanted", values)}
            </p>
            <div className="flex flex-wrap gap-3">
              {wanted ? (
                <ActionButton primary onPress={() => act(stop, say("notifications.done.stop"))}>
                  {say("notifications.stop")}
                </ActionButton>
              ) : (
                <ActionButton onPress={() => act(resume, say("notifications.done.resume"))}>
                  {say("notifications.resume")}
                </ActionButton>
              )}
              <ActionButton onPress={() => act(stopAll, say("notifications.done.stop_all"))}>
                {say("notifications.stop_all")}
              </ActionButton>
            </div>
            <p className="quiet">{say("notifications.note")}</p>
          </>
        );
      }}
    </ActionLinkPage>
  );
}
