import type { OwnCommunity } from "#domain/rights/shapes.ts";
import { perLocale, say } from "#messages/say.ts";

import type { Asked } from "../session/use-answer.ts";
import { Radio } from "../ui/choice.tsx";
import { AskRow } from "./ask-row.tsx";
import type { EventDraft } from "./event-form.ts";

type ByRowProps = {
  initial: EventDraft;
  values: EventDraft;
  email: string;
  /** The communities that the member organizes. */
  communities: Asked<OwnCommunity[]>;
};

/** The row for whose event it is, for members who organize a community; other members see nothing. */
export function ByRow({ initial, values, email, communities }: ByRowProps) {
  const wanted = initial.communityId ?? "";
  // Until the communities are known, the draft keeps its own.
  if (communities.status !== "there") return <input type="hidden" name="communityId" value={wanted} />;
  const { answer } = communities;
  if (answer.length === 0) return null;
  const chosen = answer.find(({ _id }) => _id === (values.communityId ?? wanted));
  const first = answer.some(({ _id }) => _id === wanted) ? wanted : "";
  return (
    <AskRow
      question={say("form.by")}
      hint=""
      icon="users-round"
      names={["communityId"]}
      answer={{
        text: say("form.by.of", { name: chosen?.name ?? say("form.by.me") }),
        more: chosen ? whoElse(chosen) : email,
      }}
    >
      <div role="radiogroup" aria-label={say("form.by")} className="divide-y divide-(--hair)">
        <Side value="" name={say("form.by.myself")} more={email} isFirst={first === ""} />
        {answer.map((community) => (
          <Side
            key={community._id}
            value={community._id}
            name={community.name}
            more={whoElse(community)}
            isFirst={community._id === first}
          />
        ))}
      </div>
      <p className="quiet text-sm">{say("form.by.stays")}</p>
    </AskRow>
  );
}

const list = perLocale((locale) => new Intl.ListFormat(locale));

/** 'Rui and Ana can run it too'. */
export const whoElse = ({ others }: OwnCommunity): string =>
  others.length === 0 ? say("form.by.alone") : say("form.by.others", { names: list().format(others) });

type SideProps = { value: string; name: string; more: string; isFirst: boolean };

const Side = ({ value, name, more, isFirst }: SideProps) => (
  <label className="grid min-h-14 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2 has-focus-visible:outline-3 has-focus-visible:outline-focus">
    <span className="row-span-2 flex">
      <Radio name="communityId" value={value} defaultChecked={isFirst} />
    </span>
    <span dir="auto" className="font-semibold break-words">
      {name}
    </span>
    <span dir="auto" className="quiet text-sm break-words">
      {more}
    </span>
  </label>
);
