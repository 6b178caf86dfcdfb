import type { ReactNode } from "react";
import { useLocation } from "react-router";

type PopoverMenuProps = {
  id: string;
  /** A name for the button, if its words do not say what it does. */
  label?: string;
  button: ReactNode;
  className: string;
  /**
   * The menu's place: below the header; at the button (centered on the screen in browsers without anchor positioning);
   * or, like the list's filter panels, a sheet from below on phones.
   */
  at?: "header" | "button" | "panel";
  children: ReactNode;
};

/**
 * A button that opens a panel. It is the platform's popover: it works before and without script, Escape or a tap
 * elsewhere closes it, and focus returns to the button.
 */
export function PopoverMenu({ id, label, button, className, at = "header", children }: PopoverMenuProps) {
  // A link in the menu leads to another page, which has its own, closed menu.
  const { key } = useLocation();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={className}>
        {button}
      </button>
      <div key={key} id={id} popover="auto" className={places[at]}>
        {children}
      </div>
    </>
  );
}

const menu = "fixed rounded-box border border-base-300 bg-base-100 text-base-content shadow-xl";
const places = {
  panel: "panel",
  header: `${menu} inset-auto top-[3.75rem] right-4 sm:right-[max(1.5rem,50vw-37.5rem)] m-0 max-h-[calc(100dvh-4.25rem)] w-64 overflow-y-auto`,
  button: `${menu} inset-0 m-auto h-fit w-72 max-w-[calc(100vw-2rem)] supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-1.5 [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline]`,
};
