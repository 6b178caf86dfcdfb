/**
 * The service worker that caches the gate's page for times without a network; the build makes it
 * (`tools/build/gate-worker.ts`).
 */
export const gateWorker = "/gate-worker.js";
