import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";

/**
 * Keeps what a page shows for when asking for it again fails: without a network, or by a fault of ours, it stays. One for each route
 * that is asked for again while it is shown.
 */
export function lastShown<Data>() {
  let shown: { of: string; data: Data } | null = null;
  return {
    /**
     * Asks for the page; if that fails for now and the same page is shown, `instead` makes it of what is there.
     * @param of tells the page from others of its route
     * @throws what the server answers when the page is gone or elsewhere, and every failure where nothing is shown yet
     */
    async load(of: string, ask: () => Promise<Data>, instead = (data: Data): Data => data): Promise<Data> {
      try {
        return await ask();
      } catch (error) {
        if (shown?.of !== of || !mayPass(error)) throw error;
        return instead(shown.data);
      }
    },
    /** Notes what the page shows, as long as it is there. */
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

/** Whether it may work at another time: nothing answered, something broke, or it was asked for too often. */
function mayPass(error: unknown): boolean {
  if (error instanceof Response) return false;
  return !isRouteErrorResponse(error) || error.status >= 500 || error.status === 429;
}
