import { useCallback } from "react";

import { momentOf } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Answered } from "../session/answered.tsx";
import { askPage } from "../session/ask.ts";
import { useList } from "../session/use-list.ts";
import { LoadMore } from "../session/load-more.tsx";

/**
 * The messages sent to an event's people, with their time, audience and number of recipients; a new `version` reloads
 * them.
 */
export function SentMessages({ eventId, version }: { eventId: string; version: number }) {
  const { list, retry, loadMore } = useList(
    useCallback(
      (cursor?: string) => {
        const query = { limit: "5", ...(cursor && { cursor }) };
        return askPage((api) => api.events[":id"].messages.$get({ param: { id: eventId }, query }));
      },
      [eventId],
    ),
    version,
  );
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <section aria-labelledby="sent" className="flex flex-col gap-3">
      <h2 id="sent" className="text-part">
        {say("sent.title")}
      </h2>
      <Answered on="part" asked={list} again={retry} failed={say("sent.failed")} />
      {list.status === "there" && list.rows.length === 0 && <p className="quiet">{say("sent.none")}</p>}
      {list.status === "there" && list.rows.length > 0 && (
        <ul className="flex flex-col gap-3">
          {list.rows.map(({ _id, audience, subject, text, recipients, sentAt }) => (
            <li key={_id} className="sheet p-4">
              <p className="quiet text-sm">
                <time dateTime={sentAt}>{momentOf(new Date(sentAt), timeZone)}</time>
                {" · "}
                {say("sent.to", { count: recipients })} ({say(`sent.${audience}`)})
              </p>
              {subject && (
                <p dir="auto" className="mt-1 font-semibold break-words">
                  {subject}
                </p>
              )}
              <p dir="auto" className="mt-1 line-clamp-4 break-words whitespace-pre-line">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} onPress={loadMore} />
    </section>
  );
}
