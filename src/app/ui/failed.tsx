import { Icon } from "./icon.tsx";

/** Stands where something could not be loaded: that it could not, and the way to try again. */
export function Failed({ text, again, onAgain }: { text: string; again: string; onAgain: () => void }) {
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
