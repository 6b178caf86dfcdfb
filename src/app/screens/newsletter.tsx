import { useState } from "react";

import { getTargetName } from "#domain/follows/queries.ts";
import { followable } from "#domain/follows/rules.ts";
import { type Follow, FollowInput, type TimingInput } from "#domain/follows/shapes.ts";
import { invalid } from "#domain/refusal.ts";
import { subscribe } from "#domain/subscribers/commands.ts";
import { SubscribeInput } from "#domain/subscribers/shapes.ts";
import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/newsletter";
import { formOf, orRefusal, sender, visitor, wrongIn } from "../context.ts";
import { type FollowAnswer, FollowPage } from "../follows/follow-page.tsx";
import { FollowingList, FollowRows, TimingForm } from "../follows/following-list.tsx";
import { whenTold } from "../follows/when-told.ts";
import { pageMeta } from "../page-meta.ts";
import { ActionButton, ActionLinkPage } from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

// Lazily loaded parts bring no styles of their own.
import "../ui/dialog-foot.css";

/** The subject that a visitor wants to follow, from the page's address; empty for a mail's link. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const wish = wishIn(request.url);
  return { wish, name: wish && (await orRefusal(context, getTargetName(context.get(visitor), wish))) };
}

/** The form as sent without script. */
export async function action({ context, request }: Route.ActionArgs): Promise<FollowAnswer> {
  const values = await formOf(request);
  const { email = "", near = "" } = values;
  const { limitAttempts, from: address, db } = context.get(sender);
  try {
    const wish = wishIn(request.url);
    const input = SubscribeInput.safeParse({ email, ...(wish && !isAll(wish) ? { follow: wish } : { near }) });
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

/** True if the request is for the newsletter. */
const isAll = ({ about, filter }: Pick<FollowInput, "about" | "filter">) => about === "filter" && filter === "";

/** The request in this page's address: `?organizer=…`, `?event=…` or `?filter=…`; null if there is none. */
function wishIn(url: string): FollowInput | null {
  const asked = new URL(url).searchParams;
  const about = followable.find((one) => asked.has(one));
  const what = about && asked.get(about);
  return FollowInput.safeParse({ about, [about === "filter" ? "filter" : "id"]: what }).data ?? null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/newsletter", title: say("newsletter.title"), forMembers: true });

const read = (token: string) => ask((api) => api.newsletter[":token"].follows.$get({ param: { token } }));

/** Follows the subject in the page's address; without one it is the page for a mail's link. */
export default function NewsletterPage({ loaderData: { wish, name }, actionData }: Route.ComponentProps) {
  return wish ? <FollowPage wish={wish} name={name ?? ""} answer={actionData} /> : <MailedPage />;
}

/**
 * The target of links in follow mails and in the newsletter. It confirms a request, shows what is sent to this address
 * and when, and ends one subject or all. A link to end a subject names it.
 */
function MailedPage() {
  const [ended, setEnded] = useState<Follow | null>(null);
  const [isAllShown, setAllShown] = useState(false);
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
        // A free spot is mailed at once, on any day.
        const when = asked.every(({ about }) => about === "event") ? say("follows.when.spot") : whenTold(following);
        const confirmed = isNews ? say("newsletter.done.confirm") : say("follows.confirmed", { when });
        const sayYes = () => ask((api) => api.newsletter[":token"].$put({ param }));
        const endAll = () =>
          act(
            () => ask((api) => api.newsletter[":token"].$post({ param })),
            isNews ? say("newsletter.done.end") : say("follows.ended_all"),
          );
        const end = (follow: Follow) =>
          act(
            async () => {
              await ask((api) => api.newsletter[":token"].follows[":id"].$delete({ param: { token, id: follow._id } }));
              setEnded(follow);
            },
            follow.filter === "" ? say("newsletter.done.end") : say("follows.ended", { name: follow.name }),
          );
        // The link has proved the address, so following again needs no other mail.
        const beginAgain = (about: FollowInput["about"], { id, filter, name }: Follow) =>
          act(
            async () => {
              const { timeZone } = following;
              const what = id ? { about, id, timeZone } : { about, filter: filter ?? "", timeZone };
              await ask((api) => api.subscribe.$post({ json: { email, follow: what } }));
              await sayYes();
              setEnded(null);
            },
            say("follows.again.done", { name }),
          );
        const about = followable.find((one) => one === ended?.about);
        const again = ended && about && asked.length === 0 && (
          <ActionButton onPress={() => beginAgain(about, ended)}>{say("follows.again")}</ActionButton>
        );
        if (follows.length === 0) {
          return (
            <>
              <p className="text-lg break-words">{say("newsletter.none", { email })}</p>
              <div className="flex flex-wrap gap-3">
                {home}
                {again}
              </div>
              <QuietButton onPress={() => act(sayYes, confirmed)}>{say("newsletter.again")}</QuietButton>
            </>
          );
        }
        if (asked.length > 0) {
          return (
            <>
              <p className="text-lg break-words">
                {isNews ? say("newsletter.unconfirmed", { email }) : say("follows.ask", { email })}
              </p>
              {isNews ? <p className="quiet">{say("newsletter.about")}</p> : <FollowRows follows={asked} />}
              <div className="flex flex-wrap gap-3">
                <ActionButton primary onPress={() => act(sayYes, confirmed)}>
                  {isNews ? say("newsletter.confirm") : say("follows.confirm")}
                </ActionButton>
                <ActionButton onPress={endAll}>
                  {asked.length === follows.length ? say("newsletter.refuse") : say("follows.end_all")}
                </ActionButton>
              </div>
            </>
          );
        }
        if (chosen && !isAllShown) {
          return (
            <>
              <FollowRows follows={[chosen]} />
              <div className="flex flex-wrap">
                <ActionButton primary onPress={() => end(chosen)}>
                  {chosen.filter === "" ? say("newsletter.end") : say("follows.end_this")}
                </ActionButton>
              </div>
              <QuietButton onPress={() => setAllShown(true)}>{say("follows.others")}</QuietButton>
            </>
          );
        }
        const save = (json: TimingInput) => ask((api) => api.newsletter[":token"].follows.$put({ param, json }));
        return (
          <>
            {again && <div className="flex flex-wrap">{again}</div>}
            <p className="text-lg break-words">
              {isNews ? say("newsletter.confirmed", { email }) : say("follows.told", { email })}
            </p>
            {isNews ? (
              <>
                <TimingForm timing={following} save={save} />
                <QuietButton onPress={endAll}>{say("newsletter.end")}</QuietButton>
              </>
            ) : (
              <FollowingList following={following} onEnd={end} onEndAll={endAll} save={save} />
            )}
          </>
        );
      }}
    </ActionLinkPage>
  );
}

type QuietButtonProps = { children: string; onPress: () => void };

/** A rare action, set apart from the common ones. */
const QuietButton = ({ children, onPress }: QuietButtonProps) => (
  <button
    type="button"
    className="quiet min-h-11 cursor-pointer self-start text-start underline underline-offset-4"
    onClick={onPress}
  >
    {children}
  </button>
);
