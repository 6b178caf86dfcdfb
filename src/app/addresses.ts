import type { ComponentProps, ElementType, ReactNode } from "react";
import {
  Link as LinkAnywhere,
  Navigate as NavigateAnywhere,
  type NavigateOptions,
  NavLink as NavLinkAnywhere,
  type Register,
  useNavigate as useNavigateAnywhere,
} from "react-router";

// React Router's ways to a page, for addresses that routes.ts has: any other does not compile. They are its own at run time.

/** What a route's address may be: `/manage-events/:id` is filled with anything. */
type Filled<Route extends string> = Route extends `${infer Start}/:${string}/${infer Rest}`
  ? Filled<`${Start}/${string}/${Rest}`>
  : Route extends `${infer Start}/:${string}`
    ? `${Start}/${string}`
    : Route;
type Page = Filled<Exclude<keyof Register["pages"], "/*">>;

/** An address on this site, from the root: a page's, and what it is asked for. */
export type Address = Page | `${Page}?${string}`;

type ForPages<Component extends ElementType> = (props: ComponentProps<Component> & { to: Address }) => ReactNode;
type Navigator = {
  (to: Address, options?: NavigateOptions): void | Promise<void>;
  /** Steps in the history. */
  (delta: number): void | Promise<void>;
};

export const Link: ForPages<typeof LinkAnywhere> = LinkAnywhere;
export const NavLink: ForPages<typeof NavLinkAnywhere> = NavLinkAnywhere;
export const Navigate: ForPages<typeof NavigateAnywhere> = NavigateAnywhere;
export const useNavigate: () => Navigator = useNavigateAnywhere;
