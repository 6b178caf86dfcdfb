import { type RefObject, useEffect, useEffectEvent, useId, useState } from "react";

/** A proposal for a typed text; `more` distinguishes it from others with the same text. */
export type Proposal = { key: number; text: string; more: string };

type ProposalsProps = {
  /** The field, which is in the same positioned frame; it accepts any other text too. */
  field: RefObject<HTMLInputElement | null>;
  proposals: readonly Proposal[];
  /** The name of the list and the number of proposals, for screen readers. */
  label: string;
  count: string;
  onType: (text: string) => void;
  onChoose: (key: number) => void;
};

/**
 * Turns the field beside it into an ARIA 'combobox with list autocomplete', and continues with the text already typed.
 * Arrow keys move through the proposals, Enter or a tap chooses one, and Escape closes them.
 */
export function Proposals({ field, proposals, label, count, onType, onChoose }: ProposalsProps) {
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
  const type = useEffectEvent(({ value }: HTMLInputElement) => {
    onType(value);
    setWanted(true);
    setActive(null);
  });
  const leave = useEffectEvent(close);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = open && active !== null ? proposals[active] : undefined;
    if (step !== 0 && proposals.length > 0) {
      // The last proposal is followed by the first, and the first is preceded by the last.
      const from = open ? (active ?? (step > 0 ? -1 : 0)) : step > 0 ? -1 : 0;
      setWanted(true);
      setActive((from + step + proposals.length) % proposals.length);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && open) close();
    else return;
    // Prevents moving the cursor, sending the form and closing a surrounding dialog.
    event.preventDefault();
  });

  // The field may have been in use long before this loads, so it is kept and only gets new attributes.
  useEffect(() => {
    const input = field.current;
    if (!input) return undefined;
    const heard = { input: () => type(input), keydown: press, focusout: leave };
    for (const [name, hear] of Object.entries(heard)) input.addEventListener(name, hear as EventListener);
    // Text typed in the meantime is searched for too, but other listeners do not get the event again.
    if (input === document.activeElement && input.value !== input.defaultValue) input.dispatchEvent(new Event("input"));
    return () => {
      for (const [name, hear] of Object.entries(heard)) input.removeEventListener(name, hear as EventListener);
    };
  }, [field]);
  useEffect(() => {
    const now = {
      role: "combobox",
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": String(open),
      "aria-controls": open ? id : null,
      "aria-activedescendant": open && active !== null ? `${id}-${active}` : null,
    };
    for (const [name, value] of Object.entries(now)) {
      if (value === null) field.current?.removeAttribute(name);
      else field.current?.setAttribute(name, value);
    }
  }, [field, id, open, active]);

  return (
    <>
      {open && (
        // Leaves space for the field's focus ring, and covers what would show beside its round corners.
        <div className="absolute inset-x-0 top-full z-30 pt-2.5 before:absolute before:inset-x-0 before:top-1.5 before:h-6 before:bg-base-100">
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
                className="flex min-h-11 w-full cursor-pointer flex-wrap items-baseline gap-x-2 rounded-field px-3 py-2 text-start hover:bg-base-200 aria-selected:bg-base-200 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
                // The field keeps the focus, because the list would otherwise close before the tap ends.
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
    </>
  );
}
