import { z } from "zod";
import { text } from "../shapes.ts";
import { hostReasonMax } from "./rules.ts";

/** Why a host does something: it stands in the log for good. */
export const hostReason = text({
  required: "rule.host_reason.required",
  max: hostReasonMax,
  tooLong: "rule.reason.too_long",
});

/** What a host gives with everything that they do. */
export const HostReason = z.object({ reason: hostReason });
export type HostReason = z.infer<typeof HostReason>;

/** The host who asks, and until when they are believed. */
export const HostAccess = z.object({ email: z.string(), until: z.iso.datetime() });
export type HostAccess = z.infer<typeof HostAccess>;
