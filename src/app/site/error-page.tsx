import { isRouteErrorResponse, useRevalidator } from "react-router";

import { say } from "#messages/say.ts";

import { Link } from "../addresses.ts";
import { rescueFocus } from "../ui/focus.ts";
import { InPlace } from "../ui/in-place.tsx";
import { refusedIn, useFailedRequest } from "./request-id.ts";

/**
 * The page shown when another one fails: not found (specification 2 'Routes', any other path), refused in the API's
 * words, or our fault, with links to go on. `text` replaces the usual words. The request's id is below, for readers who
 * want to report it.
 */
export function ErrorPage({ error, text }: { error: unknown; text?: string | undefined }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const { state, revalidate } = useRevalidator();
  const told: unknown = isRouteErrorResponse(error) ? error.data : null;
  const refusal = missing ? undefined : refusedIn(told);
  const sentence = missing ? "error.404.text" : isUnreachable(error) ? "network.failed" : "error.500.text";
  const { id, name } = useFailedRequest(told);
  return (
    <InPlace
      scene="not-found"
      title={say(missing ? "error.404.title" : "error.500.title")}
      text={text ?? refusal ?? say(sentence)}
      below={
        id && (
          <p className="quiet text-sm">
            <meta name={name} content={id} />
            {say("error.request")} <code className="select-all">{id}</code>
          </p>
        )
      }
    >
      {missing ? (
        <Link to="/upcoming-events" className="btn btn-primary">
          {say("error.404.events")}
        </Link>
      ) : (
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={state === "loading" || undefined}
          // Retries without a full reload, which would lose the page if there is no network.
          onClick={() => void revalidate().then(() => rescueFocus())}
        >
          {say(state === "loading" ? "loading" : "retry")}
        </button>
      )}
      <Link to="/" className="btn">
        {say("error.404.home")}
      </Link>
    </InPlace>
  );
}

/** True for the errors that browsers throw when no server answers; each browser words it differently. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
