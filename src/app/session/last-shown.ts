import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";

/**
 * Keeps a page's data, so that the page stays if reloading fails without a network or by our fault. Make one for each
 * route that reloads while shown.
 */
export function lastShown<Data>() {
  let shown: { of: string; data: Data } | null = null;
  return {
    /**
     * Loads the page. If that fails temporarily and the same page is shown, `instead` makes the result from the current
     * data.
     * @param of tells the page from others of its route
     * @throws the server's answer if the page is gone or moved, and every failure if nothing is shown yet
     */
    async load(of: string, ask: () => Promise<Data>, instead = (data: Data): Data => data): Promise<Data> {
      try {
        return await ask();
      } catch (error) {
        if (shown?.of !== of || !mayPass(error)) throw error;
        return instead(shown.data);
      }
    },
    /** Notes the page's data while it is shown. */
    useShown(of: string, data: Data): void {
      useEffect(() => {
        shown = { of, data };
        return () => {
          shown = null;
        };
      }, [of, data]);
    },
  };
}

/** True if a later try may succeed: no answer, a server error, or too many calls. */
function mayPass(error: unknown): boolean {
  if (error instanceof Response) return false;
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429;
}
