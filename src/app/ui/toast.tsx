import { useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";

import { say } from "#messages/say.ts";

import { type Address, Link } from "../addresses.ts";
import { rescueFocus } from "./focus.ts";
import { Icon } from "./icon.tsx";

import "./toast.css";

type Way = { text: string; to: Address; state?: unknown } | { text: string; press: () => void };
type Note = {
  id: number;
  kind: "success" | "error";
  text: string;
  way?: Way | undefined;
  stay: number;
  /** The only page on which the note is true, if there is one. */
  page: string | undefined;
};
type NoteOptions = {
  /** The time for which the note stays untouched, in milliseconds. */
  stay?: number;
  /** True for an error that the next page still shows, because that page comes by itself. */
  goesAlong?: boolean;
};

/** The usual time for which a note stays: long enough to read it twice. */
const stays = { success: 4_000, error: 7_000 };

let notes: readonly Note[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Tells the reader in a corner how their action ended; `way` is a link or a button to go on. A success stays when the
 * page changes; an error is about its page and leaves with it.
 * @returns a function that removes the note
 */
export function toast(
  kind: Note["kind"],
  text: string,
  way?: Way,
  { stay = stays[kind], goesAlong = kind === "success" }: NoteOptions = {},
): () => void {
  const id = ++lastId;
  const page = goesAlong ? undefined : pageNow();
  // A repeated text does not add a second note, and a success removes earlier errors.
  const kept = notes.filter((note) => note.text !== text && !(kind === "success" && note.kind === "error")).slice(-2);
  change([...kept, { id, kind, text, way, stay, page }]);
  return () => dismiss(id);
}

/** The path of the page; undefined on the server. */
export const pageNow = (): string | undefined => globalThis.location?.pathname;

const dismiss = (id: number) => change(notes.filter((note) => note.id !== id));

function change(next: readonly Note[]) {
  notes = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly Note[] = [];

/** Shows the notes. It is present from the start, because a screen reader announces only regions it knows. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notes,
    () => none,
  );
  const corner = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isHere = ({ page = pathname }: Note) => page === pathname;
    if (!notes.every(isHere)) change(notes.filter(isHere));
  }, [pathname]);

  // Moved to the top layer again for each note: an open dialog would otherwise cover it.
  useEffect(() => {
    const element = corner.current;
    if (!element || shown.length === 0) return;
    if (element.matches(":popover-open")) element.hidePopover();
    element.showPopover();
    return () => {
      if (element.matches(":popover-open")) element.hidePopover();
    };
  }, [shown]);

  return (
    <div
      ref={corner}
      popover="manual"
      className="toasts fixed inset-auto inset-x-0 bottom-0 m-0 mx-auto w-full max-w-md overflow-visible border-0 bg-transparent p-4 pb-[calc(var(--bar,0px)+1rem)] sm:right-[max(1.5rem,50vw-37.5rem)] sm:left-auto sm:mx-0 sm:px-0"
    >
      <div role="status" className="flex flex-col gap-2">
        {shown.filter(isSuccess).map((note) => (
          <ToastNote key={note.id} note={note} />
        ))}
      </div>
      <div role="alert" className="mt-2 flex flex-col gap-2">
        {shown
          .filter((note) => !isSuccess(note))
          .map((note) => (
            <ToastNote key={note.id} note={note} />
          ))}
      </div>
    </div>
  );
}

const isSuccess = (note: Note) => note.kind === "success";

const wayStyle = "font-semibold underline underline-offset-4";

function ToastNote({ note }: { note: Note }) {
  const paused = useRef(false);
  /** The element that had focus before this note, which gets it back when the note is closed. */
  const cameFrom = useRef<HTMLElement>(null);
  useEffect(() => {
    const timer = setInterval(() => !paused.current && dismiss(note.id), note.stay);
    return () => clearInterval(timer);
  }, [note]);
  const hold = (on: boolean) => () => {
    paused.current = on;
  };
  return (
    <div
      className="toast-note flex items-center gap-3 rounded-box bg-neutral py-1 pr-1 pl-4 text-neutral-content shadow-lg"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        paused.current = true;
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget;
      }}
      onBlur={hold(false)}
    >
      <Icon
        name={isSuccess(note) ? "circle-check" : "circle-exclamation-point"}
        className={`size-5 shrink-0 ${isSuccess(note) ? "text-[oklch(0.83_0.12_152)]" : "text-[oklch(0.82_0.12_50)]"}`}
      />
      <p className="flex-1 py-2">
        {note.text}{" "}
        {note.way && "to" in note.way && (
          <Link to={note.way.to} state={note.way.state} className={wayStyle} onClick={() => dismiss(note.id)}>
            {note.way.text}
          </Link>
        )}
        {note.way && "press" in note.way && (
          <button type="button" className={`${wayStyle} min-h-6 cursor-pointer`} onClick={note.way.press}>
            {note.way.text}
          </button>
        )}
      </p>
      <button
        type="button"
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-field"
        aria-label={say("close")}
        onClick={() => {
          flushSync(() => dismiss(note.id));
          rescueFocus(cameFrom.current);
        }}
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  );
}
