import { type ReactNode, useId } from "react";

/** A part of the account page: its subject, and the actions. */
export function AccountSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="sheet flex flex-col gap-4 p-5 sm:p-7">
      <div>
        <h2 id={id} className="text-part">
          {title}
        </h2>
        <p className="quiet break-words">{text}</p>
      </div>
      {children}
    </section>
  );
}
