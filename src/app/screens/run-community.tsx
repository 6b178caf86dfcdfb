import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";

import type { Links } from "#domain/chapters/shapes.ts";
import { communityPath } from "#domain/communities/rules.ts";
import type { RunCommunity as Shown } from "#domain/communities/shapes.ts";
import { undoTime } from "#domain/registrations/rules.ts";
import { say } from "#messages/say.ts";

import { Link, useNavigate } from "../addresses.ts";
import { ChapterRequests, ChapterSettings } from "../communities/chapter-settings.tsx";
import {
  CloseCommunity,
  CommunityContact,
  CommunityDetails,
  CommunitySwitches,
} from "../communities/community-settings.tsx";
import { NewsForm } from "../communities/news-form.tsx";
import { RequestList } from "../communities/request-list.tsx";
import type { Route } from "./+types/run-community";
import { pageMeta } from "../page-meta.ts";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackToAll } from "../ui/back-to-all.tsx";
import { Icon } from "../ui/icon.tsx";
import { openPart } from "../ui/open-part.ts";
import { toast } from "../ui/toast.tsx";

// Styles of the sheet that is loaded when it is opened, which brings none of its own.
import "../teams/teams.css";
import "../ui/copy-button.css";
import "../ui/dialog-foot.css";
import "../ui/more-menu.css";

const loadOrganizers = () => import("../teams/organize-with-others.tsx");
const OrganizeWithOthers = lazy(loadOrganizers);

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `${communityPath(params.slug)}/edit`, title: say("run.title"), forMembers: true });

/** The page of a community's organizers: its news, the people who ask to join, and its settings. */
export default function RunCommunity({ params: { slug } }: Route.ComponentProps) {
  const fetchCommunity = useCallback(
    () => ask((api) => api.communities["by-address"][":slug"].$get({ param: { slug } })),
    [slug],
  );
  const { asked, again } = useAnswer(fetchCommunity);
  const id = asked.status === "there" ? asked.answer._id : null;
  const fetchLinks = useCallback(async () => (id === null ? null : readLinks(id)), [id]);
  const { asked: askedLinks, again: againLinks } = useAnswer(fetchLinks);
  const links = askedLinks.status === "there" ? askedLinks.answer : null;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <BackToAll to={communityPath(slug)} text={say("run.back")} />
      <Answered asked={asked} again={again} failed={say("run.unknown")}>
        {({ answer: community }) => (
          <>
            <div>
              <h1 className="text-page">{say("run.title")}</h1>
              <p dir="auto" className="quiet text-lg break-words">
                {community.title}
              </p>
            </div>
            {community.isHidden && (
              <p role="status" className="sheet p-5">
                {say("run.hidden")}
              </p>
            )}
            <Organizers community={community} />
            {(community.asksFirst || community.requests > 0) && (
              <Part title={say("run.requests", { count: community.requests })}>
                <RequestList communityId={community._id} />
              </Part>
            )}
            {links && links.requests.length > 0 && (
              <Part title={say("chapter.requests", { count: links.requests.length })}>
                <ChapterRequests community={community} links={links} onChanged={againLinks} />
              </Part>
            )}
            {!community.isHidden && (
              <Part title={say("run.news")}>
                <p className="quiet">{say("run.news.lead")}</p>
                <NewsForm communityId={community._id} />
              </Part>
            )}
            <Part title={say("run.details")}>
              <CommunityDetails community={community} onChanged={again} />
            </Part>
            <Part title={say("run.door")}>
              <CommunitySwitches community={community} onChanged={again} />
            </Part>
            <Part title={say("run.contact")}>
              <CommunityContact community={community} onChanged={again} />
            </Part>
            {links && (community.role === "owner" || isLinked(links)) && (
              <Part title={say(links.chapters.length > 0 ? "chapter.chapters" : "chapter.title")}>
                <ChapterSettings community={community} links={links} onChanged={againLinks} />
              </Part>
            )}
            {community.role === "owner" && (
              <Part title={say("run.close")}>
                <CloseCommunity community={community} />
              </Part>
            )}
            <p>
              <Link to={communityPath(slug)} className="underline underline-offset-4">
                {say("run.see")}
              </Link>
            </p>
          </>
        )}
      </Answered>
    </div>
  );
}

/** The button to the people who organize the community, and their sheet. */
function Organizers({ community: { _id: communityId, slug, title } }: { community: Shown }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <button type="button" className="btn self-start" onClick={() => openPart(loadOrganizers, () => setOpen(true))}>
        <Icon name="user-plus" className="size-5" />
        {say("team.title")}
      </button>
      {isOpen && (
        <Suspense>
          <OrganizeWithOthers
            at={{ communityId }}
            timeZone={timeZone}
            onClose={() => setOpen(false)}
            onLeft={(undo) => {
              const press = () => void undo().then(() => toast("success", say("team.back")), refused);
              toast("success", say("team.left", { title }), { text: say("undo"), press }, { stay: undoTime });
              void navigate(communityPath(slug));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const readLinks = (id: string) => ask((api) => api.communities[":id"].links.$get({ param: { id } }));
const isLinked = ({ partOf, asked, chapters }: Links) => partOf !== null || asked !== null || chapters.length > 0;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="sheet flex flex-col gap-4 p-5 sm:p-8">
    <h2 className="text-part">{title}</h2>
    {children}
  </section>
);
