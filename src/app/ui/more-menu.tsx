import type { MouseEvent, ReactNode } from "react";

import { Icon } from "./icon.tsx";
import { PopoverMenu } from "./popover-menu.tsx";

import "./more-menu.css";

type MoreMenuProps = {
  id: string;
  label: string;
  /** Whose menu it is, where many stand below each other. */
  heading?: string;
  className: string;
  children: ReactNode;
};

/** What is seldom done with something, or with somebody, behind one button: links and buttons, what hurts last and `apart`. */
export function MoreMenu({ id, label, heading, className, children }: MoreMenuProps) {
  return (
    <PopoverMenu
      id={id}
      at="button"
      label={label}
      className={`btn btn-circle ${className}`}
      button={<Icon name="ellipsis" className="size-5" />}
    >
      {heading && (
        <p dir="auto" aria-hidden className="line-clamp-2 px-4 pt-3 font-semibold break-words">
          {heading}
        </p>
      )}
      <div className="more-menu">{children}</div>
    </PopoverMenu>
  );
}

/** Does something from the menu, which is closed first: focus is back at its button when a dialog opens, and after it. */
export const fromMenu = (deed: () => void) => (press: MouseEvent) => {
  press.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  deed();
};
