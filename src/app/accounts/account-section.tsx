import { type ReactNode, useId } from "react";

/** Where there is room, a row's one button stands at its right, beside the words. */
export const atRight = "self-start sm:absolute sm:top-5 sm:right-6";

/** Subjects that belong together, under one heading that `id` leads to: a sheet whose rows are divided by lines. */
export const AccountGroup = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <div>
    <h2 id={id} tabIndex={-1} className="mb-3 text-part outline-none">
      {title}
    </h2>
    <div className="sheet divide-y divide-base-300">{children}</div>
  </div>
);

/** A row of the account page: its subject, and the actions. */
export function AccountSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="relative flex flex-col gap-4 p-5 sm:px-6">
      <div className="sm:pe-56">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <p className="quiet break-words">{text}</p>
      </div>
      {children}
    </section>
  );
}
