import { say } from "#messages/site.ts";

/** Stands where something is awaited and nothing can be shown yet (specification 2 'Protected routes'). */
export function Spinner() {
  return (
    <div role="status" className="grid min-h-[50vh] place-items-center">
      <span className="loading loading-spinner loading-lg text-primary" aria-hidden />
      <span className="sr-only">{say("loading")}</span>
    </div>
  );
}
