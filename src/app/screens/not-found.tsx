import { data } from "react-router";

/** Any other path is a 404; the root's error page shows it. */
export function loader() {
  throw data("not_found", { status: 404 });
}

/** Requests with a body get the same answer, because the router's own would reveal the address and its file. */
export const action = loader;

export default function NotFound() {
  return null;
}
