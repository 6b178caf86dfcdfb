import { data } from "react-router";

/** Any other path is a 404; the root's error page shows it. */
export function loader() {
  throw data("not_found", { status: 404 });
}

/** So is what is sent there: the router would name the address and its own file. */
export const action = loader;

export default function NotFound() {
  return null;
}
