import { useState } from "react";

import type { LinkedCommunity, Links } from "#domain/chapters/shapes.ts";
import { communityPath } from "#domain/communities/rules.ts";
import type { RunCommunity } from "#domain/communities/shapes.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useDeed } from "../session/use-deed.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { type FieldErrors, Form } from "../ui/form.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { toast } from "../ui/toast.tsx";

type Props = { community: Pick<RunCommunity, "_id" | "role">; links: Links; onChanged: () => void };

const nameOf = ({ title }: LinkedCommunity) => title ?? say("chapter.hidden");

/** The communities that ask to be part of this one, each with a yes and a no for its owners. */
export function ChapterRequests({ community: { _id: id, role }, links: { requests }, onChanged }: Props) {
  const { busy, run } = useDeed(async (one: LinkedCommunity, accept: boolean) => {
    const param = { id, chapterId: one._id };
    await ask((api) => api.communities[":id"].chapters[":chapterId"].$post({ param, json: { accept } }));
    toast("success", say(accept ? "chapter.accepted" : "chapter.declined", { title: nameOf(one) }));
    onChanged();
    rescueFocus();
  });
  return (
    <ul className="divide-y divide-base-300">
      {requests.map((one) => (
        <li key={one._id} className="flex flex-wrap items-center gap-3 py-3">
          <Named community={one} />
          {role === "owner" ? (
            [true, false].map((accept) => (
              <button
                key={String(accept)}
                type="button"
                className="btn"
                aria-label={say(accept ? "chapter.yes_to" : "chapter.no_to", { title: nameOf(one) })}
                aria-disabled={busy || undefined}
                onClick={() => run(one, accept)}
              >
                {say(accept ? "chapter.yes" : "chapter.no")}
              </button>
            ))
          ) : (
            <span className="quiet text-sm">{say("chapter.owners")}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The community that this one is part of or has asked, and its chapters; owners change both. */
export function ChapterSettings({ community, links, onChanged }: Props) {
  const { _id: id, role } = community;
  const { partOf, asked, chapters } = links;
  const [ending, setEnding] = useState<LinkedCommunity | null>(null);
  const isOwner = role === "owner";
  const { busy, run: end } = useDeed(
    (one: LinkedCommunity) =>
      ask((api) =>
        one._id === partOf?._id || one._id === asked?._id
          ? api.communities[":id"]["part-of"].$delete({ param: { id } })
          : api.communities[":id"].chapters[":chapterId"].$delete({ param: { id, chapterId: one._id } }),
      ),
    (_, one) => {
      setEnding(null);
      toast("success", say(one._id === asked?._id ? "chapter.taken_back" : "chapter.ended"));
      onChanged();
      rescueFocus();
    },
  );
  return (
    <>
      {!isOwner && <p className="quiet">{say("chapter.owners")}</p>}
      {partOf && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 break-words">{say("chapter.is", { title: nameOf(partOf) })}</p>
          {isOwner && (
            <button type="button" className="btn" onClick={() => setEnding(partOf)}>
              {say("chapter.end")}
            </button>
          )}
        </div>
      )}
      {asked && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="min-w-0 flex-1 break-words">
            {say("chapter.asked", { title: nameOf(asked) })}
          </p>
          {isOwner && (
            <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => end(asked)}>
              {say("chapter.take_back")}
            </button>
          )}
        </div>
      )}
      {chapters.length > 0 ? (
        <>
          <p className="quiet">{say("chapter.has")}</p>
          <ul aria-label={say("chapter.chapters")} className="divide-y divide-base-300">
            {chapters.map((one) => (
              <li key={one._id} className="flex flex-wrap items-center gap-3 py-3">
                <Named community={one} />
                {isOwner && (
                  <button
                    type="button"
                    className="btn"
                    aria-label={say("chapter.end_of", { title: nameOf(one) })}
                    onClick={() => setEnding(one)}
                  >
                    {say("chapter.end")}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : (
        isOwner && !partOf && !asked && <AskForm id={id} onChanged={onChanged} />
      )}
      {ending && (
        <Confirm
          title={say("chapter.end")}
          yes={say("chapter.end")}
          no={say("cancel.keep")}
          busy={busy}
          onYes={() => end(ending)}
          onClose={() => setEnding(null)}
        >
          <p className="mt-2 text-lg">{say("chapter.end.sure", { title: nameOf(ending) })}</p>
        </Confirm>
      )}
    </>
  );
}

function AskForm({ id, onChanged }: { id: string; onChanged: () => void }) {
  async function send({ of = "" }: Record<string, string>, form: HTMLFormElement): Promise<FieldErrors | void> {
    try {
      await ask((api) => api.communities[":id"]["part-of"].$put({ param: { id }, json: { of } }));
      toast("success", say("chapter.asked.done"));
      form.reset();
      onChanged();
    } catch (error) {
      return refused(error);
    }
  }
  return (
    <>
      <p className="quiet">{say("chapter.lead")}</p>
      <Form onSend={send} label={say("chapter.title")} className="flex flex-col gap-4">
        <Field
          name="of"
          label={say("chapter.of")}
          inputMode="url"
          autoComplete="off"
          required
          whenMissing={say("rule.chapter.of.required")}
        />
        <SubmitButton busy={say("chapter.asking")} look="" className="self-start">
          {say("chapter.ask")}
        </SubmitButton>
      </Form>
    </>
  );
}

const Named = ({ community }: { community: LinkedCommunity }) => (
  <span dir="auto" className="min-w-0 flex-1 font-semibold break-words">
    {community.title === null ? (
      say("chapter.hidden")
    ) : (
      <Link
        to={communityPath(community.slug)}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {community.title}
      </Link>
    )}
  </span>
);
