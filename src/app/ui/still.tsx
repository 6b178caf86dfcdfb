import { createContext, type ReactNode, use } from "react";

/** What a part of a page shows: data alone, of which a text can be made that tells it from others. */
export type Shown = { readonly [name: string]: Plain };
type Plain = string | number | boolean | null | undefined | readonly Plain[] | Shown;

export type Part<Props = never> = (props: Props) => ReactNode;

/** What fills an element: a text, or elements. */
type Filling = { dangerouslySetInnerHTML: { __html: string } } | { children: ReactNode };
type Fill = <Props extends Shown>(part: Part<Props>, props: Props, element?: ReactNode) => Filling;

/** Knows the text of a part that shows this, or null as long as it has none; only the server has one. */
export type TextOf = (part: Part, shown: Shown) => string | null;
export const StillTextContext = /* @__PURE__ */ createContext<TextOf | null>(null);

const byElements: Fill = (Part, props, element) => ({ children: element ?? <Part {...props} /> });

function useTexts(): Fill {
  const textOf = use(StillTextContext);
  return (part, props, element) => {
    const text = textOf?.(part, props) ?? null;
    return text === null ? byElements(part, props, element) : { dangerouslySetInnerHTML: { __html: text } };
  };
}

/**
 * Fills an element with a part that always looks the same when it shows the same, and to everybody: on the server by its text, which
 * pages share, in the browser, which finds the same there, by what makes it. So the part asks nothing of what is around it. `element` is
 * the part with what else it is given, such as what happens when it is pressed.
 * @returns what the element is given: `<ul {...still(Facts, { event })} />`
 */
export const useStill: () => Fill = import.meta.env.SSR ? useTexts : () => byElements;
