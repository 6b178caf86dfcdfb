import { type ComponentType, useState } from "react";

/**
 * A part of a page whose code comes once it is asked for, such as proposals at a field that has focus. Without a network the page goes on without it.
 * @returns the part once it is there, and what asks for it
 */
export function usePart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const ask = () =>
    void load().then(
      (part) => setPart(() => part.default),
      () => {},
    );
  return [Part, ask] as const;
}
