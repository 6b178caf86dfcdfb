/** The port of the journeys' server; JOURNEYS_PORT lets two checkouts run theirs side by side. */
export const port = process.env["JOURNEYS_PORT"] ?? "3456";
export const origin = `http://localhost:${port}`;
