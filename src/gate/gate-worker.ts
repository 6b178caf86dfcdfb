/** The service worker that keeps the gate's page for when there is no network; the build makes it (`tools/build/gate-worker.ts`). */
export const gateWorker = "/gate-worker.js";
