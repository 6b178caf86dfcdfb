import type { MouseEvent, ReactNode } from "react";

import { Icon } from "./icon.tsx";
import { PopoverMenu } from "./popover-menu.tsx";

import "./more-menu.css";

type MoreMenuProps = {
  id: string;
  label: string;
  /** The name of the row, if many rows each have a menu. */
  heading?: string;
  children: ReactNode;
};

/**
 * Rare actions on a thing or a person, behind one button: links and buttons, with destructive ones last and `apart`.
 */
export function MoreMenu({ id, label, heading, children }: MoreMenuProps) {
  return (
    <PopoverMenu
      id={id}
      at="button"
      label={label}
      className="btn btn-circle btn-ghost"
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

/** Runs a menu's action after closing the menu, so that focus is at its button before and after a dialog. */
export const fromMenu = (deed: () => void) => (press: MouseEvent) => {
  press.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  deed();
};
