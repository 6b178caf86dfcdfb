import { eventPath } from "#domain/events/rules.ts";
import { parseRRule } from "#domain/recurrence/recurrence.ts";
import { recurrenceInWords } from "#domain/recurrence/rules.ts";
import type { LinkedRegular } from "#domain/regulars/shapes.ts";
import { spanInWords, spanOf } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { Link as RouterLink } from "../addresses.ts";
import type { Route } from "./+types/regular";
import { pageMeta } from "../page-meta.ts";
import {
  type Act,
  ActionButton,
  ActionLinkPage,
  type Link,
  OtherEvents,
  useDeedOfLink,
} from "../session/action-link.tsx";
import { ask } from "../session/ask.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/regular", title: say("regulars.page.title"), forMembers: true });

const read = (token: string) => ask((api) => api.regulars[":token"].$get({ param: { token } }));

/** The target of the weekly mail: says no to a date, or stops, and takes either back, logged in or not. */
export default function RegularPage() {
  return (
    <ActionLinkPage title={say("regulars.page.title")} read={read} instead={<OtherEvents />}>
      {(found, link, act) => (
        <>
          <div>
            <p className="text-xl leading-snug font-semibold">{sentenceFor(found)}</p>
            <p className="quiet mt-1 text-lg break-words">{aboutIn(found)}</p>
          </div>
          <Choices found={found} link={link} act={act} />
          {found.date && (
            <RouterLink to={eventPath(found.date.eventId)} className="btn btn-ghost self-start px-0">
              {say("link.see")}
            </RouterLink>
          )}
        </>
      )}
    </ActionLinkPage>
  );
}

/** The series with its rule, and the date of the link. */
function aboutIn({ title, rule, anchor, date }: LinkedRegular): string {
  const repeats = parseRRule(rule, anchor);
  const words = repeats ? [recurrenceInWords(repeats, anchor)] : [];
  const when = date ? [whenIn(date)] : [];
  return [title, ...when, ...words].join(" · ");
}

function whenIn(date: NonNullable<LinkedRegular["date"]>): string {
  const { date: day, hours } = spanInWords(spanOf(date), true);
  return `${day}, ${hours}`;
}

function sentenceFor({ isRegular, date }: LinkedRegular): string {
  if (!isRegular) return say("regulars.page.stopped");
  if (!date) return say("regulars.page.comes");
  if (date.isCanceled) return say("link.cancelled");
  if (date.isOver) return say("link.over");
  if (date.isSkipped) return say("regulars.page.skipped");
  return say(date.state === "waiting" ? "regulars.page.waits" : "regulars.page.comes_then");
}

/** The possible actions. The page that a button of the mail opens acts by itself; what was done can be taken back. */
function Choices({ found, link, act }: { found: LinkedRegular; link: Link; act: Act }) {
  const { token, choice } = link;
  const param = { token };
  const { isRegular, date } = found;
  const isOpen = isRegular && date !== null && !date.isOver && !date.isCanceled;
  const skip = () => act(() => ask((api) => api.regulars[":token"].skip.$put({ param })), say("regulars.done.skip"));
  const unskip = () =>
    act(() => ask((api) => api.regulars[":token"].skip.$delete({ param })), say("regulars.done.unskip"));
  const stop = () => act(() => ask((api) => api.regulars[":token"].$delete({ param })), say("regulars.done.stop"));
  const resume = () => act(() => ask((api) => api.regulars[":token"].$put({ param })), say("regulars.done.resume"));
  const mayAct = (choice === "skip" && isOpen && !date.isSkipped) || (choice === "stop" && isRegular);
  useDeedOfLink(link, mayAct, choice === "skip" ? skip : stop);

  if (!isRegular) return <ActionButton onPress={resume}>{say("regulars.page.resume")}</ActionButton>;
  return (
    <div className="flex flex-wrap gap-3">
      {isOpen && !date.isSkipped && (
        <ActionButton primary={choice !== "stop"} onPress={skip}>
          {say("regulars.mail.skip.one")}
        </ActionButton>
      )}
      {isOpen && date.isSkipped && <ActionButton onPress={unskip}>{say("regulars.page.unskip")}</ActionButton>}
      <ActionButton primary={choice === "stop"} onPress={stop}>
        {say("regulars.page.stop")}
      </ActionButton>
    </div>
  );
}
