import { say } from "#messages/say.ts";

import "./spinner.css";

/**
 * Stands in for content that is loading (specification 2 'Protected routes'); for a list, it shows outlines of `cards`
 * likely rows.
 */
export function Spinner({ cards = 0 }: { cards?: number }) {
  return (
    <div role="status" className={cards > 0 ? "awaited-cards" : "grid min-h-[50vh] place-items-center"}>
      {Array.from({ length: cards }, (_, index) => (
        <span key={index} aria-hidden />
      ))}
      <span className="loading loading-spinner loading-lg text-primary" aria-hidden />
      <span className="sr-only">{say("loading")}</span>
    </div>
  );
}
