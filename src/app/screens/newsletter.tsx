import { getTargetName } from "#domain/follows/queries.ts";
import { abouts } from "#domain/follows/rules.ts";
import { type Follow, FollowInput, type TimingInput } from "#domain/follows/shapes.ts";
import { invalid } from "#domain/refusal.ts";
import { subscribe } from "#domain/subscribers/commands.ts";
import { SubscribeInput } from "#domain/subscribers/shapes.ts";
import { say as sayFollows } from "#messages/follows.ts";
import { say as sayDone } from "#messages/follows-done.ts";
import { say } from "#messages/subscribers.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/newsletter";
import { formOf, orRefusal, sender, visitor, wrongIn } from "../context.ts";
import { type FollowAnswer, FollowPage } from "../follows/follow-page.tsx";
import { FollowingList, TimingForm } from "../follows/following-list.tsx";
import { whenTold } from "../follows/when-told.ts";
import { pageMeta } from "../page-meta.ts";
import { ActionButton, ActionLinkPage } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

/** What one who is not logged in wants to follow, by the address of the page; nothing where a mail's link leads here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const wish = wishIn(request.url);
  return { wish, name: wish && (await orRefusal(getTargetName(context.get(visitor), wish))) };
}

/** The form as it is sent without script. */
export async function action({ context, request }: Route.ActionArgs): Promise<FollowAnswer> {
  const values = await formOf(request);
  const { email = "", near = "" } = values;
  const { limitAttempts, from: address, db } = context.get(sender);
  try {
    const input = SubscribeInput.safeParse({ email, near, ...(!near && { follow: wishIn(request.url) ?? undefined }) });
    if (!input.success) throw invalid(input.error);
    await limitAttempts("form", { address });
    await limitAttempts("outreach", { address });
    await subscribe({ ...context.get(visitor), db }, input.data);
    return { values };
  } catch (error) {
    const { filter, ...errors } = wrongIn(error);
    return { values, errors: { ...errors, ...(filter && { near: filter }) } };
  }
}

/** What the address of this page asks to follow: `?organizer=…`, `?community=…`, `?event=…` or `?filter=…`; null where it says nothing of that. */
function wishIn(url: string): FollowInput | null {
  const asked = new URL(url).searchParams;
  const about = abouts.find((one) => asked.has(one));
  const what = about && asked.get(about);
  return FollowInput.safeParse({ about, [about === "filter" ? "filter" : "id"]: what }).data ?? null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/newsletter", title: say("newsletter.title"), forMembers: true });

const read = (token: string) => ask((api) => api.newsletter[":token"].follows.$get({ param: { token } }));

/** Follows what the address of the page names; without that it is the page of a mail's link. */
export default function NewsletterPage({ loaderData: { wish, name }, actionData }: Route.ComponentProps) {
  return wish ? <FollowPage wish={wish} name={name ?? ""} answer={actionData} /> : <MailedPage />;
}

/**
 * Where the mails about what one follows lead, and those of the newsletter: says yes to what was asked for, shows what comes to this
 * address and when, and ends one thing of it, or all. The link of a thing to end names it.
 */
function MailedPage() {
  const home = (
    <RouterLink to="/upcoming-events" className="btn btn-primary max-sm:grow sm:self-start">
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
        // A spot that frees waits for no day.
        const when = asked.every(({ about }) => about === "event") ? sayDone("follows.when.spot") : whenTold(following);
        const confirmed = isNews ? say("newsletter.done.confirm") : sayFollows("follows.confirmed", { when });
        const confirm = () => ask((api) => api.newsletter[":token"].$put({ param }));
        const endAll = () => ask((api) => api.newsletter[":token"].$post({ param }));
        const end = ({ _id, name }: Follow) =>
          act(
            () => ask((api) => api.newsletter[":token"].follows[":id"].$delete({ param: { token, id: _id } })),
            sayFollows("follows.ended", { name }),
          );
        const confirmButton = (text: string) => (
          <ActionButton primary={follows.length > 0} onPress={() => act(confirm, confirmed)}>
            {text}
          </ActionButton>
        );
        const endButton = (text: string) => (
          <ActionButton
            onPress={() => act(endAll, isNews ? say("newsletter.done.end") : sayFollows("follows.ended_all"))}
          >
            {text}
          </ActionButton>
        );
        const about = <p className="quiet">{say("newsletter.about")}</p>;
        if (follows.length === 0) {
          return (
            <>
              <p className="text-lg break-words">{say("newsletter.none", { email })}</p>
              {about}
              <div className="flex flex-wrap gap-3">
                {home}
                {confirmButton(say("newsletter.again"))}
              </div>
            </>
          );
        }
        if (asked.length > 0) {
          return (
            <>
              <p className="text-lg break-words">
                {isNews ? say("newsletter.unconfirmed", { email }) : sayFollows("follows.ask", { email })}
              </p>
              {isNews ? about : <Names follows={asked} />}
              <div className="flex flex-wrap gap-3">
                {confirmButton(isNews ? say("newsletter.confirm") : sayFollows("follows.confirm"))}
                {endButton(asked.length === follows.length ? say("newsletter.refuse") : sayFollows("follows.end_all"))}
              </div>
            </>
          );
        }
        const save = (json: TimingInput) => ask((api) => api.newsletter[":token"].follows.$put({ param, json }));
        return (
          <>
            {chosen && (
              <div className="flex flex-wrap">
                <ActionButton primary onPress={() => end(chosen)}>
                  {sayFollows("follows.end_of", { name: chosen.name })}
                </ActionButton>
              </div>
            )}
            <p className="text-lg break-words">
              {isNews ? say("newsletter.confirmed", { email }) : sayFollows("follows.told", { email })}
            </p>
            {isNews ? (
              <>
                <TimingForm timing={following} save={save} />
                {!chosen && <div className="flex flex-wrap">{endButton(say("newsletter.end"))}</div>}
              </>
            ) : (
              <>
                <FollowingList following={following} onEnd={end} save={save} />
                {/* One is ended beside its name. */}
                {follows.length > 1 && <div className="flex flex-wrap">{endButton(sayFollows("follows.end_all"))}</div>}
              </>
            )}
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
