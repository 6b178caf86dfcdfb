import { useCallback, useRef } from "react";

import { postMax } from "#domain/communities/rules.ts";
import { dateOf } from "#domain/events/rules.ts";
import { firstCharacters, lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { UploadButton } from "../session/upload-button.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { useDeed } from "../session/use-deed.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { Field, SubmitButton } from "../ui/field.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { type FieldErrors, fillField } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";

/** A form for news of a community, and below it the posts that are there, each with a button to delete it. */
export function NewsForm({ communityId: id }: { communityId: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const fetchPosts = useCallback(
    () => ask((api) => api.communities[":id"].posts.$get({ param: { id }, query: { limit: "20" } })),
    [id],
  );
  const { asked, again, edit } = useAnswer(fetchPosts);
  const { busy, run } = useDeed(async (postId: string) => {
    await ask((api) => api.communities[":id"].posts[":postId"].$delete({ param: { id, postId } }));
    edit((posts) => posts.filter(({ _id }) => _id !== postId));
    toast("success", say("run.news.deleted"));
    rescueFocus();
  });

  async function send(
    { text = "", link = "", picture = "" }: Record<string, string>,
    form: HTMLFormElement,
  ): Promise<FieldErrors | void> {
    try {
      const json = { text, link, picture };
      const { status, isMailed } = await ask((api) => api.communities[":id"].posts.$post({ param: { id }, json }));
      const done = status === "unapproved" ? "waits" : isMailed ? "mailed" : "posted";
      toast("success", say(`run.news.${done}`));
      form.reset();
      again();
    } catch (error) {
      return refused(error, say("run.news.failed"));
    }
  }

  return (
    <>
      <DraftedForm
        name={`news ${id}`}
        label={say("run.news")}
        className="flex flex-col gap-5"
        check={({ text = "" }) => (lengthOf(text.trim()) > postMax ? { text: say("rule.post.too_long") } : {})}
        onSend={send}
      >
        {(draft) => (
          <>
            <CountedField
              name="text"
              label={say("run.news.text")}
              max={postMax}
              full={say("rule.post.too_long")}
              placeholder={say("run.news.placeholder")}
              initial={draft["text"] ?? ""}
              required
              whenMissing={say("rule.post.required")}
              multiline
              rows={5}
            />
            <Field
              name="link"
              label={say("run.news.link")}
              inputMode="url"
              autoComplete="off"
              aside={<span className="quiet text-sm">{say("form.optional")}</span>}
              defaultValue={draft["link"] ?? ""}
            />
            <div ref={frame} className="flex flex-col gap-3">
              <Field
                name="picture"
                label={say("start.picture")}
                inputMode="url"
                autoComplete="off"
                aside={<span className="quiet text-sm">{say("form.optional")}</span>}
                defaultValue={draft["picture"] ?? ""}
              />
              <UploadButton
                label={say("form.thumbnail.upload")}
                onUploaded={(address) => fillField(frame.current, "picture", address)}
              />
            </div>
            <SubmitButton busy={say("run.news.busy")} className="self-start">
              {say("run.news.submit")}
            </SubmitButton>
          </>
        )}
      </DraftedForm>
      <Answered asked={asked} again={again} on="part">
        {({ answer: posts }) => (
          <ul className="divide-y divide-base-300">
            {posts.map(({ _id, text, postedAt }) => (
              <li key={_id} className="flex items-center gap-3 py-2">
                <p dir="auto" className="min-w-0 flex-1 break-words">
                  <time dateTime={postedAt} className="quiet block text-sm">
                    {dateOf(new Date(postedAt), "UTC")}
                  </time>
                  {firstCharacters(text, 80)}
                </p>
                <button
                  type="button"
                  className="btn"
                  aria-label={say("run.news.delete_of", { text: firstCharacters(text, 40) })}
                  aria-disabled={busy || undefined}
                  onClick={() => run(_id)}
                >
                  {say("run.news.delete")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  );
}
