import { chosenMax, sumsOf } from "#domain/records/rules.ts";
import type { RecordEntry } from "#domain/records/shapes.ts";
import { say } from "#messages/say.ts";

type ChosenBarProps = {
  chosen: readonly RecordEntry[];
  /** True if another button is the next step, such as the one that copies a new proof's link. */
  isQuiet: boolean;
  onShow: () => void;
};

/** The chosen events, always in reach, and the button to go on. */
export function ChosenBar({ chosen, isQuiet, onShow }: ChosenBarProps) {
  const count = chosen.length;
  const isMuch = count > chosenMax;
  const hours = say("outcome.hours", { count: sumsOf(chosen).all.hours });
  return (
    <div className="record-bar">
      <p role="status" className="min-w-0">
        <strong>{say(count === 0 ? "record.chosen.none" : "record.chosen", { count })}</strong>
        <span>{isMuch ? say("record.chosen.many") : count === 0 ? say("record.chosen.none.text") : hours}</span>
      </p>
      <button
        type="button"
        className={`btn ${isQuiet ? "" : "btn-primary"}`}
        aria-disabled={count === 0 || isMuch || undefined}
        onClick={() => count > 0 && !isMuch && onShow()}
      >
        {say("record.show")}
      </button>
    </div>
  );
}
