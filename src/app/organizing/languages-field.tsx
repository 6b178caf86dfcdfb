import { useRef, useState } from "react";

import { languageName, languages, languagesMax } from "#domain/events/rules.ts";
import { say } from "#messages/say.ts";

import { FieldFrame } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";

/** The languages spoken at an event, each chosen from a list and removable. The form gets their codes. */
export function LanguagesField({ initial }: { initial: string[] }) {
  const [codes, setCodes] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);

  function change(next: string[]) {
    setCodes(next);
    fillField(frame.current, "languages", next.join());
  }

  function remove(code: string) {
    change(codes.filter((other) => other !== code));
    // The pressed button is gone, so focus moves to the list.
    frame.current?.querySelector("select")?.focus();
  }

  return (
    <div ref={frame} className="flex flex-col gap-2">
      <input type="hidden" name="languages" value={codes.join()} />
      <FieldFrame name="languages" label={say("know.languages")}>
        {({ name: _name, ...control }) => (
          // The select is uncontrolled: a chosen language leaves the options, and the first option is selected again.
          <select
            {...control}
            disabled={codes.length >= languagesMax}
            className="select"
            onChange={({ target }) => change([...codes, target.value])}
          >
            <option value="">{say("form.languages.add")}</option>
            {named(languages.filter((code) => !codes.includes(code))).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {codes.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {named(codes).map(([code, name]) => (
            <li key={code}>
              <button
                type="button"
                aria-label={say("form.languages.remove", { language: name })}
                className="btn"
                onClick={() => remove(code)}
              >
                {name}
                <Icon name="x" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Languages by code and name, sorted by name. */
const named = (codes: readonly string[]) =>
  codes.map((code) => [code, languageName(code)] as const).toSorted(([, one], [, other]) => one.localeCompare(other));
