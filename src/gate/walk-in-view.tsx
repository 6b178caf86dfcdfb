import { type ChangeEvent, useRef, useState } from "react";
import { v4 } from "uuid";

import { contactMax, walkInNameMax } from "#domain/gates/rules.ts";
import { say } from "#messages/say.ts";

import { Icon } from "#app/ui/icon.tsx";
import { useDesk, useGate } from "./gate-context.ts";
import { BackKey, GateSheet } from "./gate-sheet.tsx";
import { inText } from "./in-text.ts";

import "./walk-in-view.css";

/** The walk-in typed so far. */
export type Draft = { name: string; under18: boolean; phone: string; email: string };
export const nobodyYet: Draft = { name: "", under18: false, phone: "", email: "" };

type WalkInProps = { draft: Draft; onChange: (draft: Draft) => void; onBack: () => void };

/** Adds a person who was not expected: a name is enough. Contact details are folded away. */
export function WalkInView({ draft, onChange, onBack }: WalkInProps) {
  const { store } = useDesk();
  const { isOpen } = useGate();
  const [wasBegun] = useState(draft !== nobodyYet);
  const [isMissing, setIsMissing] = useState(false);
  const [hasContact, setHasContact] = useState(draft.phone !== "" || draft.email !== "");
  const field = useRef<HTMLInputElement>(null);
  const form = "walk-in";
  const said = draft.name.trim();
  const typing =
    (what: "name" | "phone" | "email") =>
    ({ target }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...draft, [what]: target.value });
  return (
    <GateSheet
      title={say("gate.add")}
      onBack={onBack}
      foot={
        <div className="pair flex gap-2">
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
          const { under18, phone, email } = draft;
          navigator.vibrate?.(30);
          store.press([
            {
              kind: "walk_in",
              personId: v4(),
              name: said,
              under18,
              phone: phone.trim() || null,
              email: email.trim() || null,
            },
          ]);
          onChange(nobodyYet);
          onBack();
        }}
      >
        <div className="add-line">
          <label className="fld">
            <span>{say("gate.walk.name")}</span>
            <input
              ref={field}
              type="text"
              name="name"
              dir="auto"
              value={draft.name}
              maxLength={walkInNameMax}
              autoComplete="off"
              autoCapitalize="words"
              enterKeyHint="done"
              data-first
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? "walk-in-missing" : undefined}
              onChange={(event) => {
                typing("name")(event);
                setIsMissing(false);
              }}
            />
          </label>
          {/* A half-typed entry may have been about another person. */}
          {wasBegun && draft !== nobodyYet && (
            <button
              type="button"
              className="gb"
              onClick={() => {
                onChange(nobodyYet);
                field.current?.focus();
              }}
            >
              {say("gate.find.clear")}
            </button>
          )}
        </div>
        {isMissing && (
          <p id="walk-in-missing" role="alert" className="wrong my-1.5 flex gap-2">
            <Icon name="circle-exclamation-point" />
            {say("gate.walk.missing")}
          </p>
        )}
        <label className="g-tick">
          <input
            type="checkbox"
            name="under18"
            checked={draft.under18}
            onChange={({ target }) => onChange({ ...draft, under18: target.checked })}
          />
          <span>{say("gate.under18")}</span>
          {draft.under18 && <span className="ask">{say("gate.ask")}</span>}
        </label>
        <div className={`contact ${hasContact ? "open" : ""}`}>
          <button
            type="button"
            className="opt"
            aria-expanded={hasContact}
            onClick={() => setHasContact((isThere) => !isThere)}
          >
            <Icon name={hasContact ? "chevron-down" : "plus"} />
            <span>
              {say("gate.walk.contact")}
              <small>{say(hasContact ? "gate.walk.contact.leaves" : "gate.walk.contact.why")}</small>
            </span>
          </button>
          {hasContact && (
            <div ref={show}>
              <label className="fld">
                <span>{say("gate.walk.phone")}</span>
                <input
                  type="tel"
                  name="phone"
                  value={draft.phone}
                  maxLength={contactMax}
                  autoComplete="off"
                  onChange={typing("phone")}
                />
              </label>
              <label className="fld">
                <span>{say("gate.walk.email")}</span>
                <input
                  // Without type=email: browsers rewrite addresses that they do not understand.
                  type="text"
                  inputMode="email"
                  name="email"
                  value={draft.email}
                  maxLength={contactMax}
                  autoComplete="off"
                  autoCapitalize="none"
                  onChange={typing("email")}
                />
              </label>
            </div>
          )}
        </div>
      </form>
    </GateSheet>
  );
}

/** On a phone held sideways, unfolded fields would be below the screen's edge. */
const show = (fields: HTMLElement | null) => fields?.scrollIntoView({ block: "nearest" });
