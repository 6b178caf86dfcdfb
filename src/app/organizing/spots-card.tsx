import { type RefObject, useRef } from "react";

import { noLimit } from "#domain/events/rules.ts";
import { capacityOf } from "#domain/organizing/rules.ts";
import { say } from "#messages/say.ts";

import { LeafBranch } from "../events/leaf-branch.tsx";
import { fillField, useForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { spotsAnswer } from "./event-answers.ts";

/** The number drawn until the organizer chooses one, and with which the buttons begin. */
const example = 20;

type SpotsCardProps = { typed: string; sheet: RefObject<HTMLDialogElement | null> };

/** On a wide screen: the spots as leaves on a branch, with buttons to change their number; the words open the sheet. */
export function SpotsCard({ typed, sheet }: SpotsCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const error = useForm().errors["maxParticipant"];
  const answer = spotsAnswer({ maxParticipant: typed });
  const capacity = answer ? capacityOf(typed) : example;
  const put = (text: string) => fillField(frame.current?.closest("form") ?? null, "maxParticipant", text);
  const step = (by: number) => put(String(Math.max(1, answer && capacity !== null ? capacity + by : example)));
  return (
    <div ref={frame} className="flex flex-col gap-2 max-lg:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-small whitespace-nowrap">{say("form.spots")}</h2>
        <span className={error ? "font-medium text-error" : "quiet"}>{error ?? answer?.more}</span>
      </div>
      <div className={answer ? "" : "opacity-50"}>
        {capacity !== null && capacity > 0 && <LeafBranch capacity={capacity} taken={0} held={0} own={0} />}
      </div>
      <div className="flex items-center gap-2">
        <button type="button" aria-label={say("form.spots.fewer")} className="btn px-3" onClick={() => step(-1)}>
          <Icon name="minus" />
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          className="min-h-11 min-w-24 cursor-pointer px-2 font-semibold"
          onClick={() => sheet.current?.showModal()}
        >
          {answer?.text ?? say("form.spots")}
        </button>
        <button type="button" aria-label={say("form.spots.more")} className="btn px-3" onClick={() => step(1)}>
          <Icon name="plus" />
        </button>
        <button
          type="button"
          aria-pressed={answer !== null && capacity === null}
          className="btn btn-ghost ms-auto"
          onClick={() => put(noLimit)}
        >
          {say("form.max.all")}
        </button>
      </div>
    </div>
  );
}
