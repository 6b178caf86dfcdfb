import type { Call } from "./call.ts";

/** Every refusal of calls from other sites, except for an event under review; `unknown` is an id that no event has. */
export const embedRefusals = (call: Call, unknown: string) => ({
  getOEmbed: {
    not_found: () => call("GET", `/oembed?url=http://localhost/view-event/${unknown}`),
    only_json: () => call("GET", "/oembed?url=http://localhost/upcoming-events&format=xml"),
    invalid: () => call("GET", "/oembed"),
  },
});
