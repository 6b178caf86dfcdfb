import type { ReactNode } from "react";

type EmptyStateProps = { title: string; text?: string; children?: ReactNode };

/** Stands in an empty list: why it is empty, and where to go from here. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="sheet flex flex-col items-center gap-3 px-5 py-12 text-center">
      <img src="/scenes/empty.svg" alt="" width={320} height={220} className="picture w-52" />
      <h2 className="text-part">{title}</h2>
      {text && <p className="quiet max-w-md text-balance">{text}</p>}
      {children && <div className="mt-2">{children}</div>}
    </div>
  );
}
