import type { Follow } from "#domain/follows/shapes.ts";
import { say as sayFollows } from "#messages/follows.ts";
import { say } from "#messages/subscribers.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/newsletter";
import { FollowingList } from "../follows/following-list.tsx";
import { pageMeta } from "../page-meta.ts";
import { ActionButton, ActionLinkPage } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/newsletter", title: say("newsletter.title"), forMembers: true });

const read = (token: string) => ask((api) => api.newsletter[":token"].follows.$get({ param: { token } }));

/**
 * Where the mails about what one follows lead, and those of the newsletter: says yes to what was asked for, shows what comes to this
 * address and when, and ends one thing of it, or all. The link of a thing to end names it.
 */
export default function NewsletterPage() {
  const home = (
    <RouterLink to="/upcoming-events" className="btn btn-primary">
      {say("nav.upcoming")}
    </RouterLink>
  );
  return (
    <ActionLinkPage title={say("newsletter.title")} read={read} instead={home}>
      {(following, { token, choice }, act) => {
        const { email, follows } = following;
        const param = { token };
        const isNews = follows.every(({ filter }) => filter === "");
        const asked = follows.filter(({ isConfirmed }) => !isConfirmed || !following.isConfirmed);
        const chosen = follows.find(({ _id }) => _id === choice);
        const confirm = () => ask((api) => api.newsletter[":token"].$put({ param }));
        const endAll = () => ask((api) => api.newsletter[":token"].$post({ param }));
        const end = ({ _id, name }: Follow) =>
          act(
            () => ask((api) => api.newsletter[":token"].follows[":id"].$delete({ param: { token, id: _id } })),
            sayFollows("follows.ended", { name }),
          );
        const confirmButton = (text: string) => (
          <ActionButton
            primary={follows.length > 0}
            onPress={() => act(confirm, isNews ? say("newsletter.done.confirm") : sayFollows("follows.confirmed"))}
          >
            {text}
          </ActionButton>
        );
        const endButton = (
          <ActionButton
            onPress={() => act(endAll, isNews ? say("newsletter.done.end") : sayFollows("follows.ended_all"))}
          >
            {isNews ? say("newsletter.end") : sayFollows("follows.end_all")}
          </ActionButton>
        );
        if (follows.length === 0) {
          return (
            <>
              <p className="text-lg break-words">{say("newsletter.none", { email })}</p>
              <div className="flex flex-wrap gap-3">{confirmButton(say("newsletter.again"))}</div>
            </>
          );
        }
        if (asked.length > 0) {
          return (
            <>
              <p className="text-lg break-words">
                {isNews ? say("newsletter.unconfirmed", { email }) : sayFollows("follows.ask", { email })}
              </p>
              {!isNews && <Names follows={asked} />}
              <div className="flex flex-wrap gap-3">
                {confirmButton(isNews ? say("newsletter.confirm") : sayFollows("follows.confirm"))}
                {endButton}
              </div>
            </>
          );
        }
        return (
          <>
            {chosen && (
              <div>
                <ActionButton primary onPress={() => end(chosen)}>
                  {sayFollows("follows.end_of", { name: chosen.name })}
                </ActionButton>
              </div>
            )}
            <p className="text-lg break-words">
              {isNews ? say("newsletter.confirmed", { email }) : sayFollows("follows.told", { email })}
            </p>
            <FollowingList
              following={following}
              onEnd={end}
              save={(json) => ask((api) => api.newsletter[":token"].follows.$put({ param, json }))}
            />
            <div>{endButton}</div>
          </>
        );
      }}
    </ActionLinkPage>
  );
}

const Names = ({ follows }: { follows: Follow[] }) => (
  <ul className="flex flex-col divide-y divide-base-300 border-y border-base-300">
    {follows.map(({ _id, about, name }) => (
      <li key={_id} className="py-2">
        <span className="quiet block text-sm">{sayFollows(`follows.about.${about}`)}</span>
        <span dir="auto" className="font-semibold break-words">
          {name}
        </span>
      </li>
    ))}
  </ul>
);
