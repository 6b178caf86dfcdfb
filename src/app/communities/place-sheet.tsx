import { say } from "#messages/say.ts";

import { Dialog } from "../ui/dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import type { useOwnPlace } from "./use-own-place.ts";

type PlaceSheetProps = {
  community: { title: string; member: number };
  own: ReturnType<typeof useOwnPlace>;
  onClose: () => void;
};

/** Shows a member's choices in a community, and the way out. A person who has asked to join sees only the way out. */
export default function PlaceSheet({ community: { title, member }, own, onClose }: PlaceSheetProps) {
  const { place, leaving, choosing } = own;
  if (!place) return null;
  return (
    <Dialog title={say(place.waiting ? "place.asked" : "place.title")} onClose={onClose}>
      <p dir="auto" className="quiet mt-2 break-words">
        {place.waiting ? say("place.asked.text", { title }) : say("place.text", { title, count: member })}
      </p>
      {place.member && (
        <div className="mt-3 divide-y divide-base-300 border-y border-base-300">
          <Choice
            id="hears"
            name={say("place.hears")}
            text={say("place.hears.text")}
            isOn={place.hears === true}
            busy={choosing.busy}
            onChange={(hears) => choosing.run({ hears })}
          />
          <Choice
            id="is-shown"
            name={say("place.shown")}
            text={say("place.shown.text")}
            isOn={place.isShown}
            busy={choosing.busy}
            onChange={(isShown) => choosing.run({ isShown })}
          />
        </div>
      )}
      <DialogFoot className="mt-5 flex flex-col items-center gap-2">
        <button type="button" className="btn btn-primary w-full" onClick={onClose}>
          {say("place.done")}
        </button>
        {place.role === null && (
          <button
            type="button"
            className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
            aria-disabled={leaving.busy || undefined}
            onClick={() => {
              leaving.run();
              onClose();
            }}
          >
            {say(place.waiting ? "place.take_back" : "place.leave")}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

type ChoiceProps = {
  id: string;
  name: string;
  text: string;
  isOn: boolean;
  busy: boolean;
  onChange: (on: boolean) => void;
};

const Choice = ({ id, name, text, isOn, busy, onChange }: ChoiceProps) => (
  <label className="flex min-h-14 cursor-pointer items-center gap-3 py-2">
    <span className="min-w-0 flex-1">
      <span id={id} className="block font-semibold">
        {name}
      </span>
      <span id={`${id}-text`} className="quiet block text-sm">
        {text}
      </span>
    </span>
    <input
      type="checkbox"
      className="tick"
      checked={isOn}
      aria-disabled={busy || undefined}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </label>
);
