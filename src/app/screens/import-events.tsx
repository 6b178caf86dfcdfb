import { useEffect, useState } from "react";
import { useLoaderData, useOutletContext } from "react-router";

import type { FoundEvents } from "#domain/imports/shapes.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/import-events";
import { Link } from "../addresses.ts";
import { fetchesEvents } from "../context.ts";
import { type Choices, firstChoices } from "../imports/choices.ts";
import { FindForm } from "../imports/find-form.tsx";
import { FoundList } from "../imports/found-list.tsx";
import type { Outcomes } from "../imports/use-import.ts";
import { pageMeta } from "../page-meta.ts";
import type { SessionUser } from "../session/auth-client.ts";
import { useSiteSettings } from "../session/site-settings.ts";
import { BackButton } from "../ui/back-button.tsx";
import { DoneCard } from "../ui/done-card.tsx";
import { forgetDraft, keepDraft, readDraft } from "../ui/draft.ts";

import "../imports/imports.css";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/import-events", title: say("import.title"), forMembers: true });

export const loader = ({ context }: Route.LoaderArgs) => ({ fetches: context.get(fetchesEvents) });

/** The events found in a page or file of this name, the choices among them, and the results. */
type Look = { found: FoundEvents; name: string; choices: Choices; outcomes: Outcomes };

/** Imports events that an organizer has elsewhere: their source, the choice among them, and the results. */
export default function ImportEvents() {
  const { id, emailVerified } = useOutletContext<SessionUser>();
  const { fetches } = useLoaderData<typeof loader>();
  const mails = useSiteSettings()?.mails;
  // Drafts of an older version lack some values, so this key differs from theirs.
  const draftName = `found.${id}`;
  const [look, setLook] = useState<Look | null>(() => lookIn(draftName));
  const [isDone, setDone] = useState(false);
  const change = (next: Partial<Look>) => setLook((now) => now && { ...now, ...next });

  // Stored, so that a reload or a detour to log in loses no choice.
  useEffect(() => {
    if (look && !isDone) keepDraft(draftName, { look: JSON.stringify(look) });
    else forgetDraft(draftName);
  }, [draftName, look, isDone]);

  if (look && isDone) {
    return (
      <Done
        outcomes={look.outcomes}
        onMore={() => {
          setDone(false);
          setLook(null);
        }}
      />
    );
  }
  return (
    <div className={`flex w-full flex-col gap-5 ${look ? "" : "max-w-4xl"}`}>
      <div>
        <BackButton otherwise="/manage-events" />
        <h1 className="text-page">{say("import.title")}</h1>
        {!look && <p className="quiet text-lg">{say("import.lead")}</p>}
      </div>
      {look ? (
        <FoundList
          {...look}
          fetches={fetches}
          onChange={(choices) => change({ choices })}
          onOutcomes={(outcomes) => change({ outcomes })}
          onDone={() => setDone(true)}
          onLeave={() => setLook(null)}
        />
      ) : mails && !emailVerified ? (
        <p className="sheet p-5 text-lg">{say("import.unconfirmed")}</p>
      ) : (
        <FindForm
          draftName={`${draftName}.address`}
          fetches={fetches}
          onFound={(found, name) => setLook({ found, name, choices: firstChoices(found.events), outcomes: {} })}
        />
      )}
    </div>
  );
}

function lookIn(draftName: string): Look | null {
  try {
    return JSON.parse(readDraft(draftName)["look"] ?? "null") as Look | null;
  } catch {
    return null;
  }
}

function Done({ outcomes, onMore }: { outcomes: Outcomes; onMore: () => void }) {
  const done = Object.values(outcomes).filter((outcome) => outcome.state === "done");
  const count = { new: 0, updated: 0, waiting: 0 };
  for (const { what, isWaiting } of done) {
    count[isWaiting ? "waiting" : what]++;
  }
  const words = (["new", "updated", "waiting"] as const)
    .filter((what) => count[what] > 0)
    .map((what) => say(`import.result.${what}`, { count: count[what] }));
  return (
    <DoneCard title={say("import.result.title")} text={words.join(" ")}>
      <p className="quiet text-balance">{say("import.result.again")}</p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row">
        <button type="button" className="btn" onClick={onMore}>
          {say("import.result.more")}
        </button>
        <Link to="/manage-events" className="btn btn-primary">
          {say("import.result.manage")}
        </Link>
      </div>
    </DoneCard>
  );
}
