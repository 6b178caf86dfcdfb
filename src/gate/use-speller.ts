import { useCallback, useEffect, useMemo, useState } from "react";

import { usePeople } from "./gate-context.ts";
import type { Entry } from "./merged.ts";
import { type Board, boardsOf, find, findByInitial, type Found, nextLetters, spelled, spellingOf } from "./speller.ts";

export type Speller = {
  query: string;
  /** The text typed on the phone's own keyboard. */
  typed: string;
  setQuery: (query: string, typed?: string) => void;
  boards: readonly Board[];
  next: ReadonlySet<string>;
  /** The people found, with the matching part of the name. */
  found: readonly { entry: Entry; marked: readonly [string, string, string] | undefined }[];
  /** True if no name matches exactly, so that `found` are people whose full family name may match. */
  isGuess: boolean;
};

/**
 * The pressed letters, their matches, and the keys that still lead to a person. Names are split into parts only while
 * `isWanted`.
 */
export function useSpeller(isWanted: boolean): Speller {
  const { gate, present } = usePeople();
  const [{ query, typed }, setLooked] = useState({ query: "", typed: "" });
  const setQuery = useCallback((next: string, text = next) => setLooked({ query: next, typed: text }), []);
  const entries = useMemo(() => {
    const all: Entry[] = isWanted ? [...gate.people, ...present.listed.values()] : [];
    return new Map(all.map((entry) => [entry.id, entry]));
  }, [isWanted, gate.people, present.listed]);
  const names = useMemo(() => spelled([...entries.values()]), [entries]);
  const parts = useMemo(() => new Map(names.map((name) => [name.id, name.parts])), [names]);
  const boards = useMemo(() => boardsOf(names, query), [names, query]);
  const next = useMemo(() => nextLetters(names, query), [names, query]);
  const exact = useMemo(() => find(names, query), [names, query]);
  const isGuess = query !== "" && exact.length === 0;
  const found = useMemo(() => {
    const inName = ({ id, from, to }: Found): readonly [string, string, string] | undefined => {
      const shown = (parts.get(id) ?? []).map((part) => part.shown);
      const text = (begin: number, end?: number) => shown.slice(begin, end).join("");
      return to > 0 ? [text(0, from), text(from, to), text(to)] : undefined;
    };
    return (isGuess ? findByInitial(names, query) : exact).flatMap((one) => {
      const entry = entries.get(one.id);
      return entry ? [{ entry, marked: inName(one) }] : [];
    });
  }, [names, parts, entries, query, exact, isGuess]);
  return { query, typed, setQuery, boards, next, found, isGuess };
}

/**
 * Lets a real keyboard type into the speller from anywhere on the page, except in fields and dialogs.
 * @param onLetter called when typing begins
 */
export function useRealKeyboard({ query, setQuery }: Speller, onLetter: () => void, onEnd: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (
        document.querySelector("dialog[open]") ||
        (target as Element).matches?.("input[type=text], textarea, select")
      ) {
        return;
      }
      const letters = Array.from(key).length === 1 ? spellingOf(key) : "";
      if (letters !== "") {
        onLetter();
        setQuery(query + letters);
      } else if (key === "Backspace" && query !== "") setQuery(query.slice(0, -1));
      else if (key === "Escape") onEnd();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [query, setQuery, onLetter, onEnd]);
}
