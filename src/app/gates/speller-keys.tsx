import { useEffect, useRef, useState } from "react";

import { codeLetters } from "#domain/gates/rules.ts";
import { say } from "#messages/gates-device.ts";

import { rescueFocus } from "../ui/focus.ts";
import { Icon } from "../ui/icon.tsx";
import { Row, useRows } from "./people-list.tsx";
import { spellingOf } from "./speller.ts";
import type { Speller } from "./use-speller.ts";

/** Keys of 56 px, made from the names on this list; only those that still lead to somebody can be pressed. */
export function SpellerKeys({ speller, onDone }: { speller: Speller; onDone?: () => void }) {
  const { query, setQuery, keys, next } = speller;
  const [board, setBoard] = useState<"names" | "codes" | "phone">("names");
  // A field that is emptied begins anew.
  const [cleared, setCleared] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const letters = board === "codes" ? Array.from(codeLetters) : keys;
  const isOver = onDone !== undefined;
  // Over the list, the press that opened it is gone, and so will the one be that closes it.
  useEffect(() => {
    if (!isOver) return;
    rescueFocus(place.current);
    return () => rescueFocus();
  }, [isOver]);

  /** What takes letters away leaves with the last of them: focus stays among the keys. */
  function shorten(left: string) {
    setQuery(left);
    if (left === "") place.current?.focus();
  }
  return (
    <div className="g-sheet find" role="search" aria-label={say("gate.find")}>
      <div className="q">
        {board === "phone" ? (
          <input
            key={cleared}
            type="text"
            className="inp"
            placeholder={say("gate.find.begin")}
            aria-label={say("gate.find.looking")}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The keyboard was asked for by a press.
            autoFocus
            defaultValue={query}
            onChange={({ target }) => setQuery(spellingOf(target.value))}
          />
        ) : (
          <div className="inp">
            <output aria-label={say("gate.find.looking")}>
              <bdi>
                {query}
                <span className="caret" />
              </bdi>
              {query === "" && <span className="hint">{say("gate.find.begin")}</span>}
            </output>
            {query !== "" && (
              <button
                type="button"
                className="ib"
                aria-label={say("gate.find.delete")}
                onClick={() => shorten(withoutLast(query))}
              >
                <Icon name="delete" />
              </button>
            )}
          </div>
        )}
        {query !== "" && (
          <button
            type="button"
            className="gb"
            onClick={() => {
              shorten("");
              setCleared(cleared + 1);
            }}
          >
            {say("gate.find.clear")}
          </button>
        )}
        {onDone && (
          <button type="button" className="gb" onClick={onDone}>
            {say("gate.find.done")}
          </button>
        )}
      </div>
      <div ref={place} className="keys" tabIndex={-1} role="group" aria-label={say("gate.find.keys")}>
        {board !== "phone" &&
          letters.map((letter) => (
            <button
              key={letter}
              type="button"
              disabled={!next.has(letter)}
              onClick={() => setQuery(query + letter)}
              aria-label={letter}
            >
              {letter}
            </button>
          ))}
        <button type="button" className="k" onClick={() => setBoard(board === "names" ? "codes" : "names")}>
          {say(board === "names" ? "gate.find.codes" : "gate.find.names")}
        </button>
        {board !== "phone" && (
          <button type="button" className="k" aria-label={say("gate.find.keyboard")} onClick={() => setBoard("phone")}>
            <Icon name="keyboard" />
          </button>
        )}
      </div>
    </div>
  );
}

/** Without the last letter, whatever it is made of. */
const withoutLast = (query: string): string =>
  Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(query), ({ segment }) => segment)
    .slice(0, -1)
    .join("");

/** Whoever the letters lead to, right above the keys. */
export function FoundPeople({ speller, onAdd }: { speller: Speller; onAdd: (name: string) => void }) {
  const { query, found } = speller;
  const view = useRows();
  const shown = query.toLowerCase();
  return (
    <div className="found">
      <div>
        <p role="status">{wordsFor(found.length, shown)}</p>
        {found.length > 0 && (
          <ul>
            {found.map(({ entry, marked }) => (
              <li key={entry.id}>
                <Row entry={entry} view={view} marked={marked} isAlone />
              </li>
            ))}
          </ul>
        )}
        {found.length === 0 && (
          <button type="button" className="gb" onClick={() => onAdd(shown)}>
            <Icon name="user-round-plus" />
            {say("gate.find.add")}
          </button>
        )}
      </div>
    </div>
  );
}

const wordsFor = (count: number, query: string) =>
  count === 0 ? say("gate.find.none", { query }) : say("gate.find.found", { count, query });
