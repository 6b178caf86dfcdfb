import { type ComponentType, useCallback, useState } from "react";

/**
 * A part of a page whose code loads on demand, such as proposals for a focused field. If loading fails, the page works
 * without it.
 * @returns the part once loaded, and a function that requests it
 */
export function usePart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const ask = useCallback(
    () =>
      void load().then(
        (part) => setPart(() => part.default),
        () => {},
      ),
    [load],
  );
  return [Part, ask] as const;
}
