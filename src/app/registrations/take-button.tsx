import { say } from "#messages/say.ts";

type TakeButtonProps = { count: number; busy: boolean; onPress: () => void; className?: string };

/** A button to accept held spots; while it works it says so. */
export const TakeButton = ({ count, busy, onPress, className = "" }: TakeButtonProps) => (
  <button type="button" className={`btn btn-primary ${className}`} aria-disabled={busy || undefined} onClick={onPress}>
    {busy && <span aria-hidden className="loading loading-spinner loading-sm" />}
    {busy ? say("offer.taking") : say("offer.take", { count })}
  </button>
);
