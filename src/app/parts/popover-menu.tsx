import type { ReactNode } from "react";
import { useLocation } from "react-router";

type PopoverMenuProps = { id: string; label: string; button: ReactNode; className: string; children: ReactNode };

/**
 * A button in the header that opens a panel below it. It is the platform's popover: it works before and without script,
 * Escape or a tap elsewhere closes it, and focus goes back to the button.
 */
export function PopoverMenu({ id, label, button, className, children }: PopoverMenuProps) {
  // On another page, where a link in it leads, it is another panel, and closed.
  const { key } = useLocation();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={className}>
        {button}
      </button>
      <div
        key={key}
        id={id}
        popover="auto"
        className="fixed inset-auto top-[3.75rem] right-[max(0.75rem,calc((100vw-var(--container-frame))/2+1.5rem))] m-0 w-64 rounded-box border border-base-300 bg-base-100 text-base-content shadow-xl"
      >
        {children}
      </div>
    </>
  );
}
