import type { Post } from "#domain/communities/shapes.ts";
import { dateOf } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkedText } from "../ui/linked-text.tsx";

type NewsListProps = { communityId: string; title: string; posts: readonly Post[] };

/** The latest news of a community. A post whose author's account is gone has the community's own name. */
export const NewsList = ({ communityId, title, posts }: NewsListProps) => (
  <ul className="mt-3 grid gap-3">
    {posts.map(({ _id, text, link, picture, postedAt, author, authorPhoto }) => (
      <li key={_id} className="pane p-4">
        <article aria-label={say("news.by", { name: author ?? title, date: dateOf(new Date(postedAt), "UTC") })}>
          <div className="flex items-center gap-3">
            <Avatar name={author ?? title} photo={authorPhoto} className="size-10 text-sm" />
            <p className="min-w-0">
              <span dir="auto" className="block font-semibold break-words">
                {author ?? title}
              </span>
              <time dateTime={postedAt} className="quiet block text-sm">
                {dateOf(new Date(postedAt), "UTC")}
              </time>
            </p>
          </div>
          <p dir="auto" className="mt-3 break-words whitespace-pre-line">
            <LinkedText text={text} />
          </p>
          {link && (
            <p className="mt-2 break-words">
              <a href={link} rel="nofollow noopener" className="underline underline-offset-4">
                {link}
              </a>
            </p>
          )}
          {picture && (
            <img
              src={picture}
              alt=""
              loading="lazy"
              referrerPolicy="no-referrer"
              className="mt-3 max-h-96 rounded-field object-cover"
            />
          )}
          <Link
            to={`/report?community=${communityId}&post=${_id}`}
            rel="nofollow"
            className="quiet inline-flex min-h-11 items-center text-sm underline underline-offset-4 print:hidden"
          >
            {say("community.report")}
          </Link>
        </article>
      </li>
    ))}
  </ul>
);
