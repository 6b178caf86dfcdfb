import type { TaskKind } from "#domain/outbox.ts";
import { type CodeOf, isMessageKey, say } from "#messages/say.ts";

/** The work of a task, in words; a kind from a later version is returned unchanged. */
export function taskName(kind: string): string {
  // The type refuses a kind of ours without a sentence.
  const ours: CodeOf<"host.kind"> = kind as TaskKind;
  return isMessageKey(`host.kind.${kind}`) ? say(`host.kind.${ours}`) : kind;
}
