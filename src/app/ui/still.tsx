import { type ComponentType, createContext, use } from "react";

/** Gives the text of a part that is the same on each page; only the server has one, which makes each text once. */
export const StillTextContext = createContext<((part: ComponentType) => string) | null>(null);

type StillProps = { className: string; part: ComponentType };

/**
 * A `<div>` around a part that is the same on each page and for everybody: on the server its text, in the browser, which finds the same
 * there, what made it. So the part asks nothing of what is around it, and has no pictures: those React announces at the page's beginning.
 */
export function Still({ className, part: Part }: StillProps) {
  const textOf = use(StillTextContext);
  return textOf ? (
    <div className={className} dangerouslySetInnerHTML={{ __html: textOf(Part) }} />
  ) : (
    <div className={className}>
      <Part />
    </div>
  );
}
