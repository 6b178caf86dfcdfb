import { type ReactNode, useEffect, useId, useRef } from "react";

import { say } from "#messages/gates-device.ts";

import { Icon } from "../ui/icon.tsx";
import { GateBand } from "./gate-band.tsx";

type SheetProps = {
  title: string;
  onBack?: () => void;
  /** What stands beside the title. */
  beside?: ReactNode;
  /** What is pressed, below. */
  foot?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A view over the list: the platform's own dialog, so that Escape and the phone's way back lead to the list. */
export function GateSheet({ title, onBack, beside, foot, className = "", children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The dialog would begin at its first button.
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`g-full ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onBack?.();
      }}
    >
      <GateBand />
      <header>
        {onBack && (
          <button type="button" className="ib" aria-label={say("gate.back")} onClick={onBack}>
            <Icon name="arrow-left" />
          </button>
        )}
        <h2 id={id}>{title}</h2>
        {beside}
      </header>
      {children}
      {foot && <footer>{foot}</footer>}
    </dialog>
  );
}
