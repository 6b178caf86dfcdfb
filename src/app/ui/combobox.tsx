import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";

/** Something that may be meant by what was typed; `more` tells it from others with its text. */
export type Proposal = { key: number; text: string; more: string };

type ComboboxProps = {
  /** Of the field itself, with the sentence for when nothing is typed. */
  input: ComponentProps<"input"> & { "data-when-missing"?: string };
  proposals: readonly Proposal[];
  /** What the proposals are, and how many of them there are, for people who do not see them. */
  label: string;
  count: string;
  onType: (text: string) => void;
  onChoose: (key: number) => void;
};

/**
 * A field of one line that proposes what may be meant, and takes any other text too: the pattern 'combobox with list autocomplete' of
 * ARIA. Arrows go through the proposals, Enter or a tap chooses one, Escape puts them away.
 */
export function Combobox({ input, proposals, label, count, onType, onChoose }: ComboboxProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const open = wanted && proposals.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  function close() {
    setWanted(false);
    setActive(null);
  }
  function choose({ key }: Proposal) {
    onChoose(key);
    close();
  }
  function press(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = open && active !== null ? proposals[active] : undefined;
    if (step !== 0 && proposals.length > 0) {
      // After the last comes the first, and before it the last.
      const from = open ? (active ?? (step > 0 ? -1 : 0)) : step > 0 ? -1 : 0;
      setWanted(true);
      setActive((from + step + proposals.length) % proposals.length);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && open) close();
    else return;
    // The cursor stays, the form is not sent, and a dialog around it stays open.
    event.preventDefault();
  }

  return (
    <div className="relative">
      <input
        dir="auto"
        autoComplete="off"
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active !== null ? optionId(active) : undefined}
        onInput={({ currentTarget }) => {
          onType(currentTarget.value);
          setWanted(true);
          setActive(null);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      {open && (
        // Clear of the ring around the field, and with nothing of what is below peeking out beside its round corners.
        <div className="absolute inset-x-0 top-full z-30 pt-2 before:absolute before:inset-x-0 before:top-1 before:h-6 before:bg-base-100">
          <div
            id={id}
            role="listbox"
            aria-label={label}
            className="relative max-h-[min(25rem,50dvh)] overflow-y-auto rounded-box border border-base-content/30 bg-base-100 p-1.5 shadow-xl"
          >
            {proposals.map((proposal, index) => (
              <button
                key={proposal.key}
                id={optionId(index)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                ref={(option) => {
                  if (index === active) option?.scrollIntoView({ block: "nearest" });
                }}
                className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-2 rounded-field px-3 py-2 text-start hover:bg-base-200 aria-selected:bg-base-200 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
                // The field keeps the focus, without which the list would be gone before the tap is over.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(proposal)}
              >
                <span dir="auto" className="font-medium">
                  {proposal.text}
                </span>
                <span dir="auto" className="quiet text-sm">
                  {proposal.more}
                </span>
              </button>
            ))}
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {open && count}
      </p>
    </div>
  );
}
