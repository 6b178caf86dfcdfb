import { useEffect, useState } from "react";

import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

import "./copy-button.css";

/** The time for which a button says that the text was copied, in milliseconds. */
const saysCopied = 4_000;

type CopyButtonProps = {
  text: () => string;
  /**
   * The button's words, a longer name for screen readers if the words need their context, and the words after copying.
   */
  children: string;
  label?: string;
  done: string;
  /** The primary look is for pages whose main action is to copy. */
  look?: "btn-primary" | "";
  /** Receives the text if the browser does not allow copying. */
  onRefused: (text: string) => void;
};

/** Copies a text, and says so on the button itself. */
export function CopyButton({ text, children, label, done, look = "", onRefused }: CopyButtonProps) {
  /** The time of the last copy. */
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), saysCopied);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const isCopied = copiedAt !== null;

  async function copy() {
    const copied = text();
    if (await copyText(copied)) setCopiedAt(Date.now());
    else onRefused(copied);
  }

  return (
    <>
      <button type="button" aria-label={label} className={`btn ${look} noscript:hidden`} onClick={() => void copy()}>
        <Icon name={isCopied ? "check" : "copy"} />
        <span className="copy-words">
          <span data-off={isCopied || undefined}>{children}</span>
          <span data-off={!isCopied || undefined}>{done}</span>
        </span>
      </button>
      <span role="status" className="sr-only">
        {isCopied && done}
      </span>
    </>
  );
}
