import { lazy, type ReactNode, Suspense, useState } from "react";

import { isRefusal } from "./refusal.ts";

// Most people have just logged in.
const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

type Asking = { onProven: () => void; onClose: () => void };

/**
 * Does what needs a proof of the last ten minutes: where there is none it is asked for in a dialog, `proof`, and then done again. Whoever
 * closes that gets the refusal.
 */
export function useProof(): { proof: ReactNode; proven: <Result>(work: () => Promise<Result>) => Promise<Result> } {
  const [asking, setAsking] = useState<Asking | null>(null);

  async function proven<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error, "log_in_again")) throw error;
      await new Promise<void>((resolve, reject: (refusal: unknown) => void) => {
        setAsking({ onProven: resolve, onClose: () => reject(error) });
      }).finally(() => setAsking(null));
      return work();
    }
  }

  return {
    proof: asking && (
      <Suspense>
        <ProofDialog {...asking} />
      </Suspense>
    ),
    proven,
  };
}
