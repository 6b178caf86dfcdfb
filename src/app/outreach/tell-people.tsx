import { useCallback, useState } from "react";

import { dateOf, nearDateOf, timeOf } from "#domain/events/rules.ts";
import type { Event } from "#domain/events/shapes.ts";
import { type Part, wordsMax } from "#domain/outreach/rules.ts";
import type { Tellable, TellInput, TellPreview } from "#domain/outreach/shapes.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { useAnswer } from "../session/use-answer.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.tsx";
import { countOf, peopleToTell } from "./people-in-words.ts";
import { fetchTellable } from "./tellable.ts";
import { TellMail } from "./tell-mail.tsx";

type TellPeopleProps = {
  event: Pick<Event, "_id" | "title" | "eventDate" | "timeZone">;
  onTold?: () => void;
  onClose: () => void;
};

/** The sheet to tell people of an earlier event about a new one. */
export default function TellPeople({ event, onTold, onClose }: TellPeopleProps) {
  const { _id: id, eventDate, timeZone } = event;
  const { asked, again } = useAnswer(useCallback(() => fetchTellable(id), [id]));
  const title = say("tell.title", { date: nearDateOf(new Date(eventDate), timeZone) });
  const [mail, setMail] = useState<TellPreview | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<Part>>(new Set(["came", "waited"]));

  if (mail) return <TellMail mail={mail} onClose={() => setMail(null)} />;
  return (
    <Dialog title={title} width="30rem" onClose={onClose}>
      {asked.status === "loading" && <Spinner />}
      {asked.status === "failed" && (
        <button type="button" className="btn mt-4" onClick={again}>
          {say("retry")}
        </button>
      )}
      {asked.status === "there" && (
        <Sheet
          {...{ event, chosen, setChosen, setMail, onClose }}
          tellable={asked.answer}
          onTold={() => {
            onTold?.();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type SheetProps = {
  event: TellPeopleProps["event"];
  tellable: Tellable;
  chosen: ReadonlySet<Part>;
  setChosen: (chosen: ReadonlySet<Part>) => void;
  setMail: (mail: TellPreview) => void;
  onTold: () => void;
  onClose: () => void;
};

function Sheet({ event, tellable, chosen, setChosen, setMail, onTold, onClose }: SheetProps) {
  const { source, unwilling, left } = tellable;
  const groups = (["came", "waited"] as const).filter((part) => tellable[part] > 0);
  const ticked = groups.filter((part) => chosen.has(part));
  const wanted = countOf(tellable, ticked);
  if (!source || groups.length === 0) {
    return (
      <>
        <p className="mt-3">{say("tell.nobody")}</p>
        {unwilling > 0 && <p className="quiet mt-2">{say("tell.unwilling", { count: unwilling })}</p>}
        <DialogFoot className="mt-5">
          <button type="button" className="btn" onClick={onClose}>
            {say("tell.not_now")}
          </button>
        </DialogFoot>
      </>
    );
  }
  const param = { id: event._id };
  const inputOf = (text: string): TellInput => ({ parts: ticked, text });

  async function tell({ text = "" }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const { told } = await ask((api) => api.events[":id"].tell.$post({ param, json: inputOf(text) }));
      onTold();
      toast("success", told === 0 ? say("tell.done.nobody") : say("tell.done", { count: told }));
    } catch (error) {
      return refused(error, say("tell.failed"));
    }
  }
  async function see(text: string) {
    try {
      setMail(await ask((api) => api.events[":id"].tell.preview.$post({ param, json: inputOf(text) })));
    } catch (error) {
      toast("error", Object.values(refused(error, say("tell.failed")))[0] ?? say("tell.failed"));
    }
  }
  const toggle = (part: Part, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, part] : [...chosen].filter((other) => other !== part)));

  return (
    <DraftedForm
      name={`tell.${event._id}`}
      label={say("tell.parts")}
      className="mt-3 flex flex-col gap-4"
      check={({ text = "" }): FieldErrors =>
        ticked.length === 0
          ? { "": say("rule.tell.nobody") }
          : lengthOf(text.trim()) > wordsMax
            ? { text: say("rule.tell.text.too_long") }
            : {}
      }
      onSend={tell}
    >
      {(draft) => (
        <>
          {left !== null && left < countOf(tellable, groups) && (
            <p role="status" className="font-semibold text-accent">
              {left === 0 ? say("tell.left.none") : say("tell.left", { count: left })}
            </p>
          )}
          <fieldset className="flex flex-col">
            <legend className="sr-only">{say("tell.parts")}</legend>
            {groups.map((part) => (
              <label
                key={part}
                className="flex min-h-11 cursor-pointer items-center gap-3 border-(--hair) py-1.5 not-first-of-type:border-t"
              >
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.has(part)}
                  onChange={({ currentTarget }) => toggle(part, currentTarget.checked)}
                />
                <span className="min-w-0">
                  <span className="block font-semibold">{peopleToTell(tellable, [part])}</span>
                  <span dir="auto" className="quiet block text-sm break-words">
                    {part === "came"
                      ? say("tell.came.of", {
                          title: source.title,
                          date: nearDateOf(new Date(source.eventDate), source.timeZone),
                        })
                      : say("tell.waited.of")}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          <CountedField
            name="text"
            label={say("tell.text")}
            placeholder=""
            initial={draft["text"] ?? lineFor(event)}
            max={wordsMax}
            full={say("rule.tell.text.too_long")}
            whenMissing={say("rule.tell.text")}
            required
            multiline
            rows={3}
          />
          <p className="quiet text-sm">
            {unwilling > 0 && `${say("tell.unwilling", { count: unwilling })} `}
            {say("tell.one_tap")}
          </p>
          {/* The button stands above the links on a phone, too. */}
          <DialogFoot className="">
            <div className="flex flex-col gap-2">
              {ticked.length > 0 && left !== 0 && (
                <SubmitButton busy={say("tell.busy")}>
                  {left !== null && left < wanted
                    ? say("tell.submit.some", { count: left })
                    : say("tell.submit", { people: peopleToTell(tellable, ticked) })}
                </SubmitButton>
              )}
              <div className="flex justify-between">
                <button
                  type="button"
                  className="btn btn-ghost px-0 underline underline-offset-4"
                  disabled={ticked.length === 0}
                  onClick={({ currentTarget }) => void see(textIn(currentTarget.form))}
                >
                  {say("tell.see")}
                </button>
                <button type="button" className="btn btn-ghost px-0 underline underline-offset-4" onClick={onClose}>
                  {say("tell.not_now")}
                </button>
              </div>
            </div>
          </DialogFoot>
        </>
      )}
    </DraftedForm>
  );
}

/** The line with which the field begins. */
const lineFor = ({ eventDate, timeZone }: TellPeopleProps["event"]): string => {
  const begin = new Date(eventDate);
  return say("tell.text.again", { date: dateOf(begin, timeZone), time: timeOf(begin, timeZone) });
};

function textIn(form: HTMLFormElement | null): string {
  const text = form && new FormData(form).get("text");
  return typeof text === "string" ? text : "";
}
