import { type ComponentProps, createElement, type ElementType, type ReactNode } from "react";
import {
  Link as LinkAnywhere,
  Navigate as NavigateAnywhere,
  type NavigateOptions,
  NavLink as NavLinkAnywhere,
  type Register,
  useLocation,
  useNavigate as useNavigateAnywhere,
} from "react-router";

// React Router's links and navigation, for addresses in routes.ts: any other does not compile. At run time they are
// React Router's own.

/** The addresses that match a route: `/manage-events/:id` is filled with anything. */
type Filled<Route extends string> = Route extends `${infer Start}/:${string}/${infer Rest}`
  ? Filled<`${Start}/${string}/${Rest}`>
  : Route extends `${infer Start}/:${string}`
    ? `${Start}/${string}`
    : Route;
type Page = Filled<Exclude<keyof Register["pages"], "/*">>;

/** An address on this site: a page's path, and a query. */
export type Address = Page | `${Page}?${string}`;

type ForPages<Component extends ElementType> = (props: ComponentProps<Component> & { to: Address }) => ReactNode;
/** With fixed words and classes, whether or not the link leads to the current page. */
type NavLinkForPages = (
  props: Pick<ComponentProps<typeof NavLinkAnywhere>, "prefetch" | "end"> & {
    to: Address;
    className: string;
    children: ReactNode;
  },
) => ReactNode;
type Navigator = {
  (to: Address, options?: NavigateOptions): void | Promise<void>;
  /** The number of steps in the history. */
  (delta: number): void | Promise<void>;
};

/**
 * The server renders a link as a plain tag, with the same result as React Router, which resolves each address four
 * times: a twentieth of the page's time for a list with fifty links. Only the browser needs client navigation.
 */
const tag: ForPages<typeof LinkAnywhere> = ({ to, ...rest }) =>
  createElement("a", { ...withoutPress(rest), href: to, "data-discover": "true" });

const withoutPress = ({
  prefetch: _prefetch,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  state: _state,
  replace: _replace,
  ...rest
}: Omit<ComponentProps<typeof LinkAnywhere>, "to">) => rest;

/** The same for a link that marks the current page. */
const navTag: NavLinkForPages = ({ to, end, className, ...rest }) => {
  const [here, there] = [useLocation().pathname.toLowerCase(), to.toLowerCase()];
  return here === there || (!end && here.startsWith(`${there}/`))
    ? tag({ ...rest, "aria-current": "page", className: `${className} active`, to })
    : tag({ ...rest, className, to });
};

export const Link = import.meta.env.SSR ? tag : (LinkAnywhere as ForPages<typeof LinkAnywhere>);
export const NavLink = import.meta.env.SSR ? navTag : (NavLinkAnywhere as NavLinkForPages);
export const Navigate: ForPages<typeof NavigateAnywhere> = NavigateAnywhere;
export const useNavigate: () => Navigator = useNavigateAnywhere;
