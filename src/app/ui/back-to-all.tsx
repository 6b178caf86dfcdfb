import { type Address, Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";

/** A link above a page's title, back to the list it belongs to. */
export const BackToAll = ({ to, text }: { to: Address; text: string }) => (
  <Link to={to} className="back">
    <Icon name="arrow-left" />
    {text}
  </Link>
);
