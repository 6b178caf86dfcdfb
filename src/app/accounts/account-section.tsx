import { type ReactNode, useId } from "react";

import { type Address, Link } from "../addresses.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icons.ts";

import "./account.css";

/** Related subjects under one heading, to which `id` links: a sheet with lines between its rows. */
export const AccountGroup = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <div>
    <h2 id={id} tabIndex={-1} className="mb-3 text-part outline-none">
      {title}
    </h2>
    <div className="sheet divide-y divide-base-300 overflow-hidden">{children}</div>
  </div>
);

type AccountSectionProps = {
  title: string;
  /** The current setting. */
  value: ReactNode;
  text: string;
  /** Called when it unfolds. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A row of the account page: its subject and current setting; an explanation and the form unfold below. */
export function AccountSection({ title, value, text, onOpen, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
        <summary className="setting">
          <h3 id={id}>{title}</h3>
          <span className="quiet wrap-anywhere">{value}</span>
          <Icon name="chevron-down" className="quiet size-5" />
        </summary>
        <div className="flex flex-col gap-4">
          <p className="quiet">{text}</p>
          {children}
        </div>
      </details>
    </section>
  );
}

type AccountWayProps = {
  to: Address;
  title: string;
  text: string;
  /** True if requests wait for the member's answer there. */
  waits?: boolean;
};

/** A row that links to a page of its own. */
export const AccountWay = ({ to, title, text, waits = false }: AccountWayProps) => (
  <Link to={to} className="setting">
    <span className="font-semibold">{title}</span>{" "}
    <span className={waits ? "font-semibold text-accent" : "quiet"}>{text}</span>
    <Icon name="chevron-down" className="quiet size-5 -rotate-90" />
  </Link>
);

type AccountDeedProps = {
  title: string;
  text: string;
  icon: IconName;
  busy?: boolean;
  className?: string;
  onPress: () => void;
};

/** A row with an immediate action. */
export const AccountDeed = ({ title, text, icon, busy, className = "", onPress }: AccountDeedProps) => (
  <button type="button" className={`setting ${className}`} aria-disabled={busy || undefined} onClick={onPress}>
    <span className="font-semibold">{title}</span> <span className="quiet">{text}</span>
    <Icon name={icon} className="quiet size-5" />
  </button>
);
