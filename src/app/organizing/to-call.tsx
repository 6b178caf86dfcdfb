import { useCallback } from "react";

import type { Participant } from "#domain/participants/shapes.ts";
import { say } from "#messages/say.ts";

import { askPage, type ListPage } from "../session/ask.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Contacts } from "./contacts.tsx";

/** A person on the list of an event whom an organizer added by name. */
export type PersonToCall = Pick<Participant, "_id" | "userName" | "phone" | "mailedTo" | "state">;

/** The people of an event who have no e-mail address, in the order of its list. Only its organizer may ask. */
export async function peopleToCall(id: string): Promise<PersonToCall[]> {
  const people: PersonToCall[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: "100", mail: "no" as const, ...(cursor && { cursor }) };
    const page: ListPage<PersonToCall> = await askPage((api) =>
      api.events[":id"].participants.$get({ param: { id }, query }),
    );
    people.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return people;
}

const nobody: PersonToCall[] = [];

/** The same people once loaded; empty until then, and while `isAsked` is false. */
export function usePeopleToCall(id: string, isAsked = true, occasion?: unknown): PersonToCall[] {
  const ask = useCallback(async () => (isAsked ? peopleToCall(id) : nobody), [id, isAsked]);
  const { asked } = useAnswer(ask, occasion);
  return asked.status === "there" ? asked.answer : nobody;
}

/**
 * Lists the people whom the organizer has to call because mails do not reach them, each with their number. Renders
 * nothing if mails reach everybody.
 */
export function ToCall({ people, lead, className }: { people: PersonToCall[]; lead?: string; className?: string }) {
  if (people.length === 0) return null;
  return (
    <div className={className}>
      <p className="font-medium">{lead ?? say("calls.lead", { count: people.length })}</p>
      <ul className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
        {people.map(({ _id, userName, phone, mailedTo }) => (
          <li key={_id} className="flex flex-wrap gap-x-3 break-words">
            <span dir="auto">{userName}</span>
            {phone === null && mailedTo === null ? (
              <span className="quiet">{say("calls.no_number")}</span>
            ) : (
              <Contacts email={mailedTo} phone={phone} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
