import { codeSteps, report } from "./steps.ts";

// The fast loop: how the code is written. `npm run check -- lint` runs one step.
await report([[codeSteps]], process.argv.slice(2));
