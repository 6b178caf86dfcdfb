import { useEffect, useMemo, useRef, useState } from "react";

import { codeLetters } from "#domain/gates/rules.ts";
import { graphemesIn } from "#domain/rules.ts";
import { perLocale, say } from "#messages/say.ts";

import { focusOnce, rescueFocus } from "#app/ui/focus.ts";
import { Icon } from "#app/ui/icon.tsx";
import { groupsFound } from "./groups.ts";
import { inText } from "./in-text.ts";
import { type Look, Party, Row, useRows } from "./people-list.tsx";
import { asName, pageOf, spellingOf } from "./speller.ts";
import type { Speller } from "./use-speller.ts";

import "./speller-keys.css";

/** Keys of 56 px, made from the names on this list; only those that still lead to a person can be pressed. */
export function SpellerKeys({ speller, onDone }: { speller: Speller; onDone?: () => void }) {
  const { query, setQuery, boards, next } = speller;
  const [board, setBoard] = useState<string>("names");
  // The key changes when the field is cleared, so that it starts over.
  const [cleared, setCleared] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const page = board === "codes" || board === "phone" ? null : pageOf(boards, board, next);
  const letters = board === "phone" ? [] : (page?.keys ?? Array.from(codeLetters));
  // Beside the alphabet there is space for one key, which leads to the next script; each further script is one press
  // away from there.
  const isOther = page !== null && page !== undefined && page !== boards[0];
  const others = isOther ? boards.filter((one) => one !== page) : page ? boards.slice(1, 2) : boards.slice(0, 1);
  // If there are several scripts, the letters of one would not be understood as the key to all of them.
  const isHub = page !== null && page !== undefined && !isOther && boards.length > 2;
  const isOver = onDone !== undefined;
  // As an overlay, it takes focus from the hidden button that opened it; when it closes, its own button is gone.
  useEffect(() => {
    if (!isOver) return;
    place.current?.focus({ preventScroll: true });
    return () => rescueFocus();
  }, [isOver]);

  /** The delete buttons disappear with the last letter, so focus moves to the keys. */
  function shorten(left: string) {
    setQuery(left);
    if (left === "") place.current?.focus();
  }
  const ways = (
    <>
      {others.map(({ script, label }) => (
        <button
          key={script}
          type="button"
          className="k"
          aria-label={isHub ? say("gate.find.others") : boardName(script, label)}
          onClick={() => setBoard(script)}
        >
          {isHub ? <Icon name="languages" /> : label}
        </button>
      ))}
      {board !== "codes" && (
        <button type="button" className="k" onClick={() => setBoard("codes")}>
          {say("gate.find.codes")}
        </button>
      )}
      {board !== "phone" && (
        <button type="button" className="k" aria-label={say("gate.find.keyboard")} onClick={() => setBoard("phone")}>
          <Icon name="keyboard" />
        </button>
      )}
    </>
  );
  return (
    <div className="g-sheet find" role="search" aria-label={say("gate.find")}>
      <div className="q mb-1.5 flex gap-1.5">
        {board === "phone" ? (
          <input
            key={cleared}
            type="text"
            className="inp min-h-14 min-w-0 flex-1"
            placeholder={say("gate.find.begin")}
            aria-label={say("gate.find.looking")}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            // The helper pressed a button to get the keyboard.
            ref={focusOnce}
            defaultValue={query}
            onChange={({ target }) => setQuery(spellingOf(target.value), target.value)}
          />
        ) : (
          <div className="inp flex min-h-14 min-w-0 flex-1 items-center gap-1">
            <output
              className="flex min-w-0 flex-1 items-center gap-1 overflow-hidden"
              aria-label={say("gate.find.looking")}
            >
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
        {letters.map((letter) => (
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
        {isOther ? (
          <div className="others" role="group" aria-label={say("gate.find.others")}>
            <p aria-hidden>{say("gate.find.others")}</p>
            {ways}
          </div>
        ) : (
          ways
        )}
      </div>
    </div>
  );
}

const scripts = perLocale((locale) => new Intl.DisplayNames(locale, { type: "script" }));

/** A name such as 'АБВ, Cyrillic'. */
function boardName(script: string, label: string): string {
  const name = script && scripts().of(script);
  return name ? say("gate.find.script", { label, script: name }) : label;
}

/** The text without the last letter, which may have several code points. */
const withoutLast = (query: string): string => graphemesIn(query).slice(0, -1).join("");

/** The people whom the letters lead to, each with the whole party, right above the keys. */
export function FoundPeople({ speller, onAdd }: { speller: Speller; onAdd: (name: string) => void }) {
  const { query, typed, found, isGuess } = speller;
  const view = useRows();
  const { people } = view.gate;
  const groups = useMemo(
    () =>
      groupsFound(
        people,
        found.map(({ entry }) => entry),
      ),
    [people, found],
  );
  const looks = new Map(
    found.map(({ entry, marked }): [string, Look] => [entry.id, { marked, ofCode: marked ? 0 : query.length }]),
  );
  const shown = query.toLowerCase();
  const name = asName(typed);
  return (
    <div className="found">
      <div>
        <p role="status" className={isGuess ? "" : "count"}>
          {isGuess ? (
            <>
              {say("gate.find.none", { query: shown })}
              <small className="block">
                {found.length > 0 ? say("gate.find.none.guess", { count: found.length }) : say("gate.find.none.known")}
              </small>
            </>
          ) : (
            say("gate.find.found", { count: found.length, query: shown })
          )}
        </p>
        {found.length > 0 && (
          <ul>
            {groups.map(({ key, party, entries }) => (
              <li key={key}>
                {party ? (
                  <Party
                    party={party}
                    entries={entries}
                    view={view}
                    isMain={groups.length === 1}
                    lookOf={(id) => looks.get(id) ?? {}}
                  />
                ) : (
                  entries.map((entry) => (
                    <Row key={entry.id} entry={entry} view={view} {...looks.get(entry.id)} isAlone />
                  ))
                )}
              </li>
            ))}
          </ul>
        )}
        <button type="button" className="gb" disabled={!view.isOpen} onClick={() => onAdd(name)}>
          <Icon name="user-round-plus" />
          <span>
            {!isGuess
              ? say("gate.find.not_here")
              : name
                ? say("gate.find.add.named", { name: inText(name) })
                : say("gate.find.add")}
          </span>
        </button>
      </div>
    </div>
  );
}
