import { isRouteErrorResponse, useRevalidator } from "react-router";

import { say } from "#messages/site.ts";

import { Link } from "../addresses.ts";
import { Drawing } from "../ui/drawing.tsx";
import { rescueFocus } from "../ui/focus.ts";
import { useFailedRequest } from "./request-id.ts";

/**
 * The page in place of one that failed: not found (specification 2 'Routes', any other path), or our fault with a way on.
 * `title` and `text` say it more precisely than the usual words; what has a title of its own cannot be tried again. The
 * request's id stands below, for people that want to tell us of it.
 */
export function ErrorPage({ error, ...words }: { error: unknown; title?: string; text?: string | undefined }) {
  const missing = (isRouteErrorResponse(error) && error.status === 404) || words.title !== undefined;
  const { state, revalidate } = useRevalidator();
  const sentence = missing ? "error.404.text" : isUnreachable(error) ? "network.failed" : "error.500.text";
  const { id, name } = useFailedRequest(isRouteErrorResponse(error) ? error.data : null);
  const title = words.title ?? say(missing ? "error.404.title" : "error.500.title");
  return (
    <div className="centered mx-auto flex max-w-xl flex-col items-center gap-5 py-8 text-center">
      <title>{`${title} · ${say("brand.name")}`}</title>
      <Drawing scene="not-found" className="aspect-[16/10] w-full max-w-md rounded-box border border-base-300" />
      <h1 className="text-page">{title}</h1>
      <p className="quiet text-lg text-balance">{words.text ?? say(sentence)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {missing ? (
          <Link to="/upcoming-events" className="btn btn-primary">
            {say("error.404.events")}
          </Link>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={state === "loading" || undefined}
            // Not by reloading: without a network nothing would be left of the page.
            onClick={() => void revalidate().then(() => rescueFocus())}
          >
            {say(state === "loading" ? "loading" : "retry")}
          </button>
        )}
        <Link to="/" className="btn btn-outline">
          {say("error.404.home")}
        </Link>
      </div>
      {id && (
        <p className="quiet text-sm">
          <meta name={name} content={id} />
          {say("error.request")} <code className="select-all">{id}</code>
        </p>
      )}
    </div>
  );
}

/** True for the errors that browsers throw when nothing answers; each has its own words for it. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
