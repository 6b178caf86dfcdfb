import { createContext, type ReactNode, use } from "react";

/** The data that a part of a page shows: plain values that serialize to a key. */
export type Shown = { readonly [name: string]: Plain };
type Plain = string | number | boolean | null | undefined | readonly Plain[] | Shown;

export type Part<Props = never> = (props: Props) => ReactNode;

/** The content of an element: HTML text, or elements. */
type Filling = { dangerouslySetInnerHTML: { __html: string } } | { children: ReactNode };
type Fill = <Props extends Shown>(part: Part<Props>, props: Props, element?: ReactNode) => Filling;

/** Returns the HTML of a part for this data, or null. Only the server has such HTML. */
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
 * Fills an element with a part that depends on its data alone and looks the same to everybody. The server inserts the
 * part's HTML, which pages share; the browser renders the part with the same result. So the part must not read context.
 * `element` is the part with further props, such as handlers.
 * @returns the element's content: `<ul {...still(Facts, { event })} />`
 */
export const useStill: () => Fill = import.meta.env.SSR ? useTexts : () => byElements;
