import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

import { say } from "#messages/say.ts";

import { DialogFoot } from "../ui/dialog-foot.tsx";
import { useForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";

type FieldSheetProps = {
  title: string;
  /** The sheet, for the buttons that open it. */
  sheet: RefObject<HTMLDialogElement | null>;
  children: ReactNode;
};

/** The first error of some fields of a form, for the button that opens their sheet. */
export function useFirstError(names: readonly string[]): string | undefined {
  const { errors } = useForm();
  return names.map((name) => errors[name]).find((sentence) => sentence !== undefined);
}

/**
 * Fields of a form in a sheet. Unlike `Dialog`, the sheet is a part of its form: its fields are sent and kept in the
 * draft whether it is open or not. It opens by itself if sending fails because of its fields.
 */
export function FieldSheet({ title, sheet, children }: FieldSheetProps) {
  const id = useId();
  const { errors } = useForm();
  const isSent = useRef(false);
  const close = () => sheet.current?.close();

  useEffect(() => {
    const form = sheet.current?.closest("form");
    const send = () => void (isSent.current = true);
    form?.addEventListener("submit", send);
    return () => form?.removeEventListener("submit", send);
  }, [sheet]);
  // Errors change at each correction too; only those that follow sending open a sheet, and only the first field's.
  useEffect(() => {
    if (!isSent.current || Object.keys(errors).length === 0) return;
    isSent.current = false;
    const { current } = sheet;
    const first = current?.closest("form")?.querySelector("[aria-invalid=true]");
    if (current?.contains(first ?? null) && !current.open) current.showModal();
  }, [errors, sheet]);

  /** In a sheet, Enter is done with the sheet and not with the whole form. */
  function finish(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLInputElement) || event.target.type === "file") return;
    event.preventDefault();
    close();
  }

  return (
    <dialog ref={sheet} aria-labelledby={`${id}-title`} className="sheet-dialog p-5 sm:p-7" onKeyDown={finish}>
      <h2 id={`${id}-title`} className="pr-9 text-part">
        {title}
      </h2>
      <div className="dialog-body flex flex-col gap-4 py-4">{children}</div>
      <DialogFoot className="flex">
        <button type="button" className="btn btn-primary flex-1" onClick={close}>
          {say("form.sheet.done")}
        </button>
      </DialogFoot>
      <button
        type="button"
        aria-label={say("close")}
        className="btn btn-circle btn-ghost absolute top-2 right-2 sm:top-4 sm:right-4"
        onClick={close}
      >
        <Icon name="x" className="size-5" />
      </button>
    </dialog>
  );
}
