import { codeSteps, onlyNamed, report } from "./steps.ts";

// The fast loop, about the code itself. `npm run check -- lint` runs one step.
const names = process.argv.slice(2);
await report(names.length > 0 ? onlyNamed([[codeSteps]], names) : [[codeSteps]]);
