import { useEffect, useState } from "react";

import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

import "./copy-button.css";

/** How long a button says that it has copied, in milliseconds. */
const saysCopied = 4_000;

type CopyButtonProps = {
  text: () => string;
  /** What it says, with a name for who does not see what it belongs to, where that is more; and once it is done. */
  children: string;
  label?: string;
  done: string;
  /** Another where it is what one came for. */
  look?: "btn-secondary" | "btn-primary";
  /** The text, where the browser does not let us copy. */
  onRefused: (text: string) => void;
};

/** Copies a text, and says so itself, where one looks anyway. */
export function CopyButton({ text, children, label, done, look = "btn-secondary", onRefused }: CopyButtonProps) {
  /** When it was copied last. */
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
