import { useRef, useState } from "react";
import { v4 } from "uuid";

import { contactMax, walkInNameMax } from "#domain/gates/rules.ts";
import { say } from "#messages/gates-device.ts";

import { Icon } from "../ui/icon.tsx";
import { useDesk, useGate } from "./gate-context.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { inText } from "./in-text.ts";

/** Somebody who was not expected: a name is enough. How they can be reached is folded away. */
export function WalkInView({ name: begun = "", onBack }: { name?: string; onBack: () => void }) {
  const { store } = useDesk();
  const { isOpen } = useGate();
  const [name, setName] = useState(begun);
  const [isMissing, setIsMissing] = useState(false);
  const [hasContact, setHasContact] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = "walk-in";
  const said = name.trim();
  return (
    <GateSheet
      title={say("gate.add")}
      onBack={onBack}
      foot={
        <div className="pair">
          <BackKey onBack={onBack} />
          <button type="submit" form={form} className="gb go big" disabled={!isOpen}>
            <Icon name="check" />
            <span>{said ? say("gate.walk.go", { name: inText(said) }) : say("gate.walk.go.empty")}</span>
          </button>
        </div>
      }
    >
      <form
        id={form}
        className="in low"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!said) {
            setIsMissing(true);
            field.current?.focus();
            return;
          }
          const typed = new FormData(event.currentTarget);
          const text = (what: string) => (typed.get(what) as string | null)?.trim() || null;
          navigator.vibrate?.(30);
          store.press([
            {
              kind: "walk_in",
              personId: v4(),
              name: said,
              under18: typed.has("under18"),
              phone: text("phone"),
              email: text("email"),
            },
          ]);
          onBack();
        }}
      >
        <label className="fld">
          <span>{say("gate.walk.name")}</span>
          <input
            ref={field}
            type="text"
            name="name"
            dir="auto"
            value={name}
            maxLength={walkInNameMax}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="done"
            data-first
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? "walk-in-missing" : undefined}
            onChange={({ target }) => {
              setName(target.value);
              setIsMissing(false);
            }}
          />
        </label>
        {isMissing && (
          <p id="walk-in-missing" role="alert" className="wrong">
            {say("gate.walk.missing")}
          </p>
        )}
        <label className="g-tick">
          <input type="checkbox" name="under18" />
          <span>{say("gate.under18")}</span>
        </label>
        <button
          type="button"
          className="opt"
          aria-expanded={hasContact}
          onClick={() => setHasContact((isThere) => !isThere)}
        >
          <Icon name={hasContact ? "chevron-down" : "plus"} />
          <span>
            {say("gate.walk.contact")}
            <small>{say("gate.walk.contact.why")}</small>
          </span>
        </button>
        {/* What was typed stays when it is folded away again. */}
        <div hidden={!hasContact} className="folded">
          <label className="fld">
            <span>{say("gate.walk.phone")}</span>
            <input type="tel" name="phone" maxLength={contactMax} autoComplete="off" />
          </label>
          <label className="fld">
            <span>{say("gate.walk.email")}</span>
            <input type="email" name="email" maxLength={contactMax} autoComplete="off" autoCapitalize="none" />
          </label>
          <p className="hint">{say("gate.walk.contact.leaves")}</p>
        </div>
      </form>
    </GateSheet>
  );
}
