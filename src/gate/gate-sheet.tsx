import { type ReactNode, useEffect, useId, useRef } from "react";

import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { GateBand } from "./gate-band.tsx";

import "./gate-sheet.css";

type SheetProps = {
  title: string;
  onBack: () => void;
  /** The buttons, including 'Back', are at the bottom, because a thumb does not reach the top. */
  foot: ReactNode;
  className?: string;
  hasBand?: boolean;
  children: ReactNode;
};

/** A view over the list: the platform's own dialog, so that Escape and the phone's back button lead to the list. */
export function GateSheet({ title, onBack, foot, className = "", hasBand = true, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The dialog would focus its first button.
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
        onBack();
      }}
    >
      {hasBand && <GateBand isBrief />}
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      {children}
      <footer>{foot}</footer>
    </dialog>
  );
}

type BackProps = { onBack: () => void; words?: string; isAlone?: boolean };

/** The 'Back' button: an arrow beside other buttons, or with words if it is alone. */
export const BackKey = ({ onBack, words = say("gate.back"), isAlone = false }: BackProps) => (
  <button
    type="button"
    className={`gb ${isAlone ? "wide" : "back"}`}
    aria-label={isAlone ? undefined : words}
    onClick={onBack}
  >
    <Icon name="arrow-left" />
    {isAlone && words}
  </button>
);
