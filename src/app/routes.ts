import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("screens/home.tsx"),
  route("upcoming-events", "screens/upcoming-events.tsx"),
  route("view-event/:id", "screens/event-details.tsx"),
  route("community", "screens/community.tsx"),
  route("aboutUs", "screens/about.tsx"),
  route("guideline", "screens/guideline.tsx"),
  route("contact", "screens/contact.tsx"),
  route("login", "screens/login.tsx"),
  route("register", "screens/register.tsx"),
  route("forgot-password", "screens/forgot-password.tsx"),
  route("reset-password", "screens/reset-password.tsx"),
  route("confirm-email", "screens/confirm-email.tsx"),
  layout("screens/members-only.tsx", [
    route("create-event", "screens/create-event.tsx"),
    route("joined-events", "screens/joined-events.tsx"),
    route("manage-events", "screens/manage-events.tsx"),
    route("account", "screens/account.tsx"),
  ]),
  route("view-event/:id/add-to/:calendar", "documents/event-in-calendar.ts"),
  route("view-event/:id/picture.png", "documents/event-picture.ts"),
  route("view-event/:id/qr.svg", "documents/event-qr.ts"),
  route("pictures/:name", "documents/uploaded-picture.ts"),
  route("sitemap.xml", "documents/sitemap.ts"),
  route("robots.txt", "documents/robots.ts"),
  route("*", "screens/not-found.tsx"),
] satisfies RouteConfig;
