import { Icon } from "./icon.tsx";

import "./search-field.css";

type SearchFieldProps = {
  /** The subject of the search, for screen readers. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
};

/** The longest search text. */
const searchMax = 100;

/** Filters a list while the reader types. */
export function SearchField({ label, placeholder, value, onChange, className = "" }: SearchFieldProps) {
  return (
    <label className={`search-field input flex items-center gap-2 ${className}`}>
      <Icon name="search" className="quiet size-4" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        dir="auto"
        value={value}
        maxLength={searchMax}
        placeholder={placeholder}
        className="min-w-0 grow"
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
