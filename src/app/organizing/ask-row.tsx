import { type ReactNode, type RefObject, useRef } from "react";

import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";
import { FieldSheet, useFirstError } from "./field-sheet.tsx";

type AskRowProps = {
  question: string;
  /** Examples of an answer, until there is one. */
  hint: string;
  icon: IconName;
  answer: { text: string; more: string; leaf?: ReactNode } | null;
  names: readonly string[];
  className?: string;
  sheet?: RefObject<HTMLDialogElement | null>;
  /** Opens the sheet later, once its fields have loaded. */
  opening?: (open: () => void) => void;
  children: ReactNode;
};

/** A question as a row, which opens its fields in a sheet and then shows the answer. */
export function AskRow({
  question,
  hint,
  icon,
  answer,
  names,
  className = "",
  sheet: given,
  opening,
  children,
}: AskRowProps) {
  const own = useRef<HTMLDialogElement>(null);
  const sheet = given ?? own;
  const error = useFirstError(names);
  const open = () => sheet.current?.showModal();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`flex min-h-14 w-full cursor-pointer items-center gap-3 py-1 text-start lg:min-h-15 ${className}`}
        onClick={() => (opening ? opening(open) : open())}
      >
        {answer?.leaf ?? (
          <span
            className={`grid h-12 w-11 flex-none place-items-center rounded-[5px_18px] border ${answer ? "border-base-300 bg-base-100" : "border-dashed border-(--edge)"}`}
          >
            <Icon name={icon} />
          </span>
        )}
        <span className="min-w-0 flex-1">
          {answer && <span className="sr-only">{question} </span>}
          <span dir="auto" className="block truncate font-display text-small font-bold">
            {answer?.text ?? question}
          </span>
          <span dir="auto" className={`block text-sm ${error ? "font-medium text-error" : "truncate"}`}>
            {error ?? (answer ? answer.more : hint)}
          </span>
        </span>
        <Icon name="chevron-down" className="size-5 -rotate-90 rtl:rotate-90" />
      </button>
      <FieldSheet title={question} sheet={sheet}>
        {children}
      </FieldSheet>
    </>
  );
}
