import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, NavLink as NavLinkAnywhere, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { NavLink } from "./addresses.ts";

describe("NavLink on the server", () => {
  it.each([
    ["/host", "/host/reports", false],
    ["/host", "/host/reports", true],
    ["/host", "/host", true],
    ["/community", "/COMMUNITY", false],
    ["/community", "/community-garden", false],
    ["/community", "/", false],
  ] as const)("renders React Router's own tag for a link to %s at %s, exact match %s", (to, here, end) => {
    const props = { to, end, className: "wide", children: "There" };
    const at = (element: React.ReactNode) => {
      const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [here] });
      return renderToString(createElement(RouterProvider, { router }));
    };
    const theirs = at(createElement(NavLinkAnywhere, props));
    expect(theirs).toContain('data-discover="true"');
    expect(at(createElement(NavLink, props))).toBe(theirs);
  });
});
