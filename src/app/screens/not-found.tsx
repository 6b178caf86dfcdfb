import { data } from "react-router";

/** Any other path is a 404; the root's error page shows it. */
export function loader() {
  throw data("not_found", { status: 404 });
}

export default function NotFound() {
  return null;
}
