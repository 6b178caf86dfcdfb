import type { ShownLinks } from "#domain/chapters/queries.ts";
import { communityPath } from "#domain/communities/rules.ts";
import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";

const link = "inline-flex min-h-11 items-center underline underline-offset-4 break-words";

type LinkedCommunitiesProps = { links: ShownLinks; slug: string };

/** The community that this one is part of, and its chapters, each in one line of links; nothing without them. */
export const LinkedCommunities = ({ links: { partOf, chapters, chapterCount }, slug }: LinkedCommunitiesProps) => (
  <>
    {partOf && (
      <p className="mt-1">
        <Link to={communityPath(partOf.slug)} className={link}>
          <span dir="auto">{say("chapter.part_of", { title: partOf.title })}</span>
        </Link>
      </p>
    )}
    {chapters.length > 0 && (
      <div className="mt-1 flex flex-wrap items-center gap-x-4">
        <h2 id="chapters" className="text-base font-semibold">
          {say("chapter.chapters")}
        </h2>
        <ul aria-labelledby="chapters" className="contents">
          {chapters.map((chapter) => (
            <li key={chapter.slug} className="min-w-0">
              <Link to={communityPath(chapter.slug)} dir="auto" className={link}>
                {chapter.title}
              </Link>
            </li>
          ))}
          {chapterCount > chapters.length && (
            <li>
              <Link to={`${communityPath(slug)}?all`} className={link}>
                {say("chapter.more", { count: chapterCount - chapters.length })}
              </Link>
            </li>
          )}
        </ul>
      </div>
    )}
  </>
);
