import { say } from "#messages/say.ts";

import { Icon } from "./icon.tsx";

type FailedProps = { text: string; again?: string; onAgain: () => void };

/** Says that something could not be loaded, with a button to try again. */
export function Failed({ text, again = say("retry"), onAgain }: FailedProps) {
  return (
    <div role="alert" className="sheet flex flex-col items-center gap-4 px-5 py-12 text-center">
      <Icon name="circle-exclamation-point" className="size-12 text-accent" />
      <p className="text-lg">{text}</p>
      <button type="button" className="btn btn-primary" onClick={onAgain}>
        {again}
      </button>
    </div>
  );
}

/** The same on one line, for a part of a page. */
export function FailedPart({ text, again = say("retry"), onAgain }: FailedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p>{text}</p>
      <button type="button" className="btn" onClick={onAgain}>
        {again}
      </button>
    </div>
  );
}
