import { useCallback, useState } from "react";

import type { Gate } from "#domain/gates/shapes.ts";
import { namesakesIn } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import type { Route } from "./+types/print-list";
import { pageMeta } from "../page-meta.ts";
import { PaperConfirmation } from "../participants/paper-confirmation.tsx";
import { PaperList } from "../participants/paper-list.tsx";
import { Answered } from "../session/answered.tsx";
import { ask } from "../session/ask.ts";
import { isRefusal, Refusal } from "../session/refusal.ts";
import { useAnswer } from "../session/use-answer.ts";
import { BackButton } from "../ui/back-button.tsx";
import { Icon } from "../ui/icon.tsx";

import "../participants/paper.css";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({ matches, path: `/manage-events/${params.id}/print`, title: say("gate.paper.title"), forMembers: true });

/** The list of an event's people on paper, and the confirmation for one of them, as they will be printed. */
export default function PrintList({ params: { id } }: Route.ComponentProps) {
  const { asked, again } = useAnswer(useCallback(() => paperOf(id), [id]));
  /** The id of the person whose confirmation is printed; '' for the list. */
  const [wanted, setWanted] = useState("");
  return (
    <div className="paper-screen">
      <div className="paper-tools flex flex-col">
        <BackButton otherwise={`/manage-events/${id}`} />
        <h1 className="text-page">{say(wanted ? "gate.paper.title.confirmation" : "gate.paper.title")}</h1>
      </div>
      <Answered asked={asked} again={again} failed={say("gate.paper.failed")}>
        {({ answer }) =>
          answer instanceof Refusal ? (
            <p className="sheet p-5">{answer.message}</p>
          ) : (
            <Paper {...answer} wanted={wanted} onWanted={setWanted} />
          )
        }
      </Answered>
    </div>
  );
}

type OnPaper = { gate: Gate; location: string; whatToBring: string | null };

/** A permanent refusal counts as an answer. */
async function paperOf(id: string): Promise<OnPaper | Refusal> {
  try {
    const [gate, { location, whatToBring }] = await Promise.all([
      ask((api) => api.gates[":eventId"].$get({ param: { eventId: id } })),
      ask((api) => api["view-event"][":id"].$get({ param: { id } })),
    ]);
    return { gate, location, whatToBring };
  } catch (error) {
    if (isRefusal(error, "not_found", "not_yours")) return error;
    throw error;
  }
}

type PaperProps = OnPaper & { wanted: string; onWanted: (id: string) => void };

function Paper({ gate, location, whatToBring, wanted, onWanted }: PaperProps) {
  const [printedAt] = useState(() => new Date());
  const namesakes = namesakesIn(gate.people);
  const person = gate.people.find(({ id }) => id === wanted);
  return (
    <>
      <div className="paper-tools">
        <p className="quiet max-w-prose">{say(person ? "gate.paper.lead.confirmation" : "gate.paper.lead")}</p>
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <label className="flex w-full flex-col gap-1.5 font-semibold sm:w-104">
            {say("gate.paper.what")}
            <select className="select w-full truncate" value={wanted} onChange={({ target }) => onWanted(target.value)}>
              <option value="">{say("gate.paper.everybody")}</option>
              {gate.people.map(({ id, name, code }) => (
                <option key={id} value={id}>
                  {namesakes.has(id)
                    ? say("gate.paper.confirmation_of.namesake", { name, code })
                    : say("gate.paper.confirmation_of", { name })}
                </option>
              ))}
            </select>
          </label>
          <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => window.print()}>
            <Icon name="printer" />
            {say("gate.paper.print")}
          </button>
        </div>
      </div>
      {person ? (
        <PaperConfirmation gate={gate} person={person} location={location} whatToBring={whatToBring} />
      ) : (
        <PaperList gate={gate} location={location} printedAt={printedAt} />
      )}
    </>
  );
}
