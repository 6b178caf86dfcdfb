import { lazy, type ReactNode, Suspense, useState } from "react";

import { isRefusal } from "./refusal.ts";

// Loaded on demand, as most members have just logged in.
const ProofDialog = lazy(() => import("./proof-dialog.tsx"));

type Asking = { onProven: () => void; onClose: () => void };

/**
 * Runs work that needs an identity proof of the last ten minutes. Without one, the dialog `proof` asks for it, and the
 * work runs again. A member who closes the dialog gets the refusal.
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
