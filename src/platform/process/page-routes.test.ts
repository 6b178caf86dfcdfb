import { describe, expect, it } from "vitest";
import { createPageRoutes } from "./page-routes.ts";

const routeOf = createPageRoutes({
  root: { path: "" },
  home: { parentId: "root" },
  list: { path: "upcoming-events", parentId: "root" },
  event: { path: "view-event/:id", parentId: "root" },
  picture: { path: "view-event/:id/picture.png", parentId: "root" },
  own: { parentId: "root" },
  manage: { path: "manage-events", parentId: "own" },
  people: { path: "manage-events/:id", parentId: "own" },
  rest: { path: "*", parentId: "root" },
});

describe("createPageRoutes", () => {
  it.each([
    ["/", "/"],
    ["/_.data", "/.data"],
    ["/upcoming-events", "/upcoming-events"],
    ["/Upcoming-Events/", "/upcoming-events"],
    ["/view-event/0198-ab", "/view-event/:id"],
    ["/view-event/0198-ab.data", "/view-event/:id.data"],
    ["/view-event/0198-ab/picture.png", "/view-event/:id/picture.png"],
    ["/view-event/0198-ab/pictureXpng", "(no page)"],
    ["/manage-events/0198", "/manage-events/:id"],
    ["/a-secret-of-somebody/x", "(no page)"],
    ["/%E0%A4%A.data", "(no page).data"],
  ])("finds the pattern of %s: %s", (path, route) => {
    expect(routeOf(path)).toBe(route);
  });
});
