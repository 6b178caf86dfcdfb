import { useState } from "react";

import { paces } from "#domain/follows/rules.ts";
import type { Follow, Following, TimingInput } from "#domain/follows/shapes.ts";
import { textIn, zoneName } from "#domain/time-zones/rules.ts";
import { say } from "#messages/say.ts";

import { refused } from "../session/refused.ts";
import { FieldFrame, SubmitButton } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { weekdayName } from "./when-told.ts";

type FollowingListProps = {
  following: Following;
  onEnd: (follow: Follow) => void;
  onEndAll: () => void;
  /** @throws Refusal */
  save: (timing: TimingInput) => Promise<unknown>;
};

/**
 * Everything that a reader follows, each with a button to unfollow, and the times of the mails: spots at once, new
 * events as chosen.
 */
export function FollowingList({ following, onEnd, onEndAll, save }: FollowingListProps) {
  const { follows } = following;
  const spots = follows.filter(({ about }) => about === "event");
  const events = follows.filter(({ about }) => about !== "event");
  return (
    <div className="flex flex-col gap-6">
      {events.length > 0 && (
        <>
          <FollowRows follows={events} onEnd={onEnd} />
          <TimingForm timing={following} save={save} />
        </>
      )}
      {spots.length > 0 && (
        <div>
          <p className="mb-2 text-lg font-semibold">{say("follows.spots")}</p>
          <FollowRows follows={spots} onEnd={onEnd} />
        </div>
      )}
      {/* A single follow is ended beside its name. */}
      {follows.length > 1 && (
        <button
          type="button"
          className="quiet min-h-11 cursor-pointer self-start underline underline-offset-4"
          onClick={onEndAll}
        >
          {say("follows.end_all")}
        </button>
      )}
    </div>
  );
}

type FollowRowsProps = { follows: Follow[]; onEnd?: (follow: Follow) => void };

/** The followed subjects as rows, each with a button to unfollow if that is possible here. */
export const FollowRows = ({ follows, onEnd }: FollowRowsProps) => (
  <ul className="flex flex-col divide-y divide-base-300 border-y border-base-300">
    {follows.map((follow) => (
      <li key={follow._id} className="flex items-center gap-3 py-2">
        <p className="min-w-0 flex-1">
          <span className="quiet block text-sm">
            {say(`follows.about.${follow.filter === "" ? "newsletter" : follow.about}`)}
          </span>
          <span dir="auto" className="font-semibold break-words">
            {follow.name}
          </span>
        </p>
        {onEnd && (
          <button
            type="button"
            aria-label={say("follows.end_of", { name: follow.name })}
            className="btn"
            onClick={() => onEnd(follow)}
          >
            {say("follows.end")}
          </button>
        )}
      </li>
    ))}
  </ul>
);

const days = () => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), text: weekdayName(day) }));
const hours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    text: textIn("UTC", "hour", new Date(Date.UTC(2024, 0, 1, hour))),
  }));

type TimingFormProps = { timing: TimingInput } & Pick<FollowingListProps, "save">;

/** The time of the mail about followed subjects: how often, on which weekday and at what time. */
export function TimingForm({ timing, save }: TimingFormProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const [zone] = useState(() => zoneName(timeZone, new Date()));
  const [chosen, setChosen] = useState({ ...timing, timeZone });
  const { pace, weekday, hour } = chosen;

  async function send() {
    try {
      await save(chosen);
      toast("success", say("follows.saved"));
    } catch (error) {
      return refused(error);
    }
  }

  return (
    <Form label={say("follows.timing")} onSend={send} className="flex flex-col gap-4">
      <div>
        <p className="text-lg font-semibold">{say("follows.timing")}</p>
        <p className="quiet">{say("follows.timing.text")}</p>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <div className="col-span-2">
          <Select
            name="pace"
            label={say("follows.pace")}
            options={paces.map((one) => ({ value: one, text: say(`follows.pace.${one}`) }))}
            value={pace}
            onChoose={(value) => setChosen({ ...chosen, pace: paces.find((one) => one === value) ?? pace })}
          />
        </div>
        {(pace === "weekly" || pace === "monthly") && (
          <Select
            name="weekday"
            label={say("follows.weekday")}
            options={days()}
            value={String(weekday)}
            onChoose={(value) => setChosen({ ...chosen, weekday: Number(value) })}
          />
        )}
        {pace !== "at_once" && (
          <Select
            name="hour"
            label={say("follows.hour")}
            hint={say("follows.hour.hint", { zone })}
            options={hours()}
            value={String(hour)}
            onChoose={(value) => setChosen({ ...chosen, hour: Number(value) })}
          />
        )}
      </div>
      <SubmitButton busy={say("loading")} className="self-start max-sm:w-full">
        {say("follows.save")}
      </SubmitButton>
    </Form>
  );
}

type SelectProps = {
  name: string;
  label: string;
  hint?: string;
  options: ReturnType<typeof days>;
  value: string;
  onChoose: (value: string) => void;
};

const Select = ({ options, value: chosen, onChoose, ...frame }: SelectProps) => (
  <FieldFrame {...frame}>
    {(control) => (
      <select {...control} className="select" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FieldFrame>
);
