import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.server.ts";
import { type Context, requireMember } from "../context.ts";
import { type LockedEvent, lockedShownFor } from "../events/locking.ts";
import { Failure, type FieldFailure } from "../failure.ts";
import { findCalendarEntry } from "../events/queries.ts";
import { asText, nameFor } from "../mail.ts";
import { requireReachable } from "../members/queries.ts";
import { holdBack } from "../organizing/commands.ts";
import { partyPeople } from "../registrations/people.ts";
import { areListed } from "../reviews/listed-words.ts";
import { requireRight } from "../rights/queries.ts";
import { rightFor } from "../rights/rules.ts";
import { uploadedIn } from "../rules.ts";
import { shape } from "../shapes.ts";
import { recordAction } from "../team-log/commands.ts";
import { hasBegun, spanOfRow } from "../time-zones/rules.ts";
import { keepOutcome, type Said } from "./keeping.ts";
import { thanksMail } from "./mails.ts";
import { peopleOf, type Person, thankedAt } from "./queries.ts";
import { changedUntil, hoursMax, hoursTogether, unitOf } from "./rules.ts";
import { type OutcomeInput, OutcomeKept, ThanksPreview } from "./shapes.ts";

/**
 * Saves the outcome of one of the caller's events in place of the previous one, until a year after its end. People who
 * came get a mail of thanks when they are first named, and a mail when their hours change after that; no others get
 * any. Words on the hosts' list hide the event until a host has reviewed them, and no thanks go out meanwhile.
 * @throws Failure sign_in_required, not_found, not_yours, under_review, event_cancelled, outcome_early, outcome_late,
 * email_unconfirmed, invalid
 */
export async function sayOutcome(ctx: Context, eventId: string, input: OutcomeInput): Promise<OutcomeKept> {
  await requireRight(ctx, eventId, rightFor.sayOutcome);
  const { id: memberId } = await requireReachable(ctx);
  const told = await ctx.db.transaction().execute(async (tx) => {
    const event = await lockedShownFor(tx, ctx, eventId, rightFor.sayOutcome);
    requireTime(event, ctx.now);
    const { said, everybody } = await readOutcome(tx, event, input, memberId);
    const before = await tx
      .selectFrom("outcomes")
      .where("event_id", "=", event.id)
      .select(["words", "thanks"])
      .executeTakeFirst();
    const kept = await keepOutcome(tx, event, { said, everybody, by: memberId, now: ctx.now });
    const isListed = await areListed(tx, [said.words, said.thanks], before ? [before.words, before.thanks] : []);
    if (isListed) await holdBack(tx, event, ctx.now);
    await recordAction(tx, event, { action: "outcome_said" }, ctx);
    return kept;
  });
  ctx.announce(eventId);
  return shape(OutcomeKept, { acknowledged: true, ...told });
}

/**
 * The mail of thanks for an outcome about to be saved, as its first recipient will read it, and the number of
 * recipients.
 * @throws Failure the same, except for email_unconfirmed
 */
export async function previewThanks(ctx: Context, eventId: string, input: OutcomeInput): Promise<ThanksPreview> {
  await requireRight(ctx, eventId, rightFor.previewThanks);
  const { id: memberId } = requireMember(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const event = await lockedShownFor(tx, ctx, eventId, rightFor.previewThanks);
    requireTime(event, ctx.now);
    const { said, everybody } = await readOutcome(tx, event, input, memberId);
    const thanked = await thankedAt(tx, event.id);
    const readers = said.came.filter((person) => person.memberId !== null && person.memberId !== memberId);
    const asked = readers.filter((person) => !thanked.has(person.memberId ?? ""));
    // If all people were thanked already, the preview shows one of their mails.
    const [first = readers[0]] = asked;
    const entry = await findCalendarEntry(tx, event.id);
    if (!entry) throw new Failure("not_found");
    const reader = first?.memberId
      ? await tx
          .selectFrom("members")
          .where("id", "=", first.memberId)
          .select(["name", "email", "email_verified"])
          .executeTakeFirstOrThrow()
      : { name: "", email: "", email_verified: false };
    const guests = said.came.filter(({ id }) => everybody.some((one) => one.id === id && one.bringerId === first?.id));
    const letter = thanksMail(
      { name: nameFor(reader), email: reader.email, event: entry },
      {
        ...said,
        hours: first?.hours ?? said.hours,
        guests: guests.map(({ name }) => name ?? ""),
        came: said.came.length,
        total: hoursTogether(said.hours, said.came),
        unit: unitOf[entry.eventType],
      },
      ctx,
    );
    const { heading, paragraphs, quote = null, facts = [], actions = [], afterwards = [], reason } = letter;
    return shape(ThanksPreview, {
      recipients: asked.length,
      to: reader.name || null,
      ...asText(letter),
      letter: { heading, paragraphs, quote, facts, actions: actions.map(({ label }) => label), afterwards, reason },
    });
  });
}

/** @throws Failure event_cancelled, outcome_early, outcome_late */
function requireTime(event: LockedEvent, now: Date): void {
  if (event.cancelled_at) throw new Failure("event_cancelled");
  const span = spanOfRow(event);
  if (!hasBegun(span, now)) throw new Failure("outcome_early");
  if (now > changedUntil(span)) throw new Failure("outcome_late");
}

/**
 * Combines an organizer's input with the known data: people by their ids on the event's list, at its gate, or in the
 * previous outcome.
 * @throws Failure invalid
 */
export async function readOutcome(
  tx: Transaction<Schema>,
  event: LockedEvent,
  { came, added, hoursOf, pictures, ...input }: OutcomeInput,
  memberId: string,
): Promise<{ said: Said; everybody: Person[] }> {
  const everybody = await peopleOf(tx, event.id);
  const people = new Map(everybody.map((person) => [person.id, person]));
  const wrong: FieldFailure[] = [];
  for (const { _id: id, name } of added) {
    if (!people.has(id)) people.set(id, { id, name, ...onNoList });
  }
  const hours = new Map(hoursOf.map((person) => [person._id, person.hours]));
  const ids = [...new Set(came)];
  if (ids.some((id) => !people.has(id))) wrong.push({ path: "came", rule: "rule.came" });

  const most = hoursMax(spanOfRow(event));
  if (Math.max(input.hours, ...hours.values()) > most) {
    wrong.push({ path: "hours", rule: "rule.hours.max", values: { max: most } });
  }
  if (pictures.length > 0 && !input.peopleAgreed) wrong.push({ path: "peopleAgreed", rule: "rule.agreed.required" });
  const shown = await ownPictures(tx, event.id, memberId, pictures);
  if (!shown) wrong.push({ path: "pictures", rule: "rule.pictures" });
  if (wrong.length > 0) throw new Failure("invalid", wrong);

  const there = ids.flatMap((id): Said["came"] => {
    const person = people.get(id);
    if (!person) return [];
    const own = hours.get(id) ?? null;
    const notedBy = person.here === null ? "organizer" : "gate";
    return [{ ...person, hours: own === input.hours ? null : own, notedBy }];
  });
  return { said: { ...input, came: there, pictures: shown ?? [] }, everybody };
}

const onNoList = {
  memberId: null,
  of: null,
  bringerId: null,
  isListed: false,
  isConfirmed: false,
  here: null,
  said: null,
};

/** The ids of pictures that the member has uploaded or that the outcome already shows; null if one is neither. */
async function ownPictures(tx: Transaction<Schema>, eventId: string, memberId: string, addresses: string[]) {
  const ids = [...new Set(addresses.map((address) => uploadedIn(address) ?? ""))];
  if (ids.includes("")) return null;
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("pictures")
    .where("id", "in", ids)
    .where("hidden_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("owner_id", "=", memberId),
        eb.exists(
          eb
            .selectFrom("outcome_pictures")
            .select("picture_id")
            .where("event_id", "=", eventId)
            .whereRef("picture_id", "=", "pictures.id"),
        ),
      ]),
    )
    .select("id")
    .execute();
  return rows.length === ids.length ? ids : null;
}

/** Removes the names of a member and of their guests from all outcomes; the counts stay. */
export async function forgetInOutcomes(tx: Transaction<Schema>, memberId: string): Promise<void> {
  await tx
    .updateTable("outcome_people")
    .set({ name: null })
    .where("person_id", "in", (eb) =>
      eb
        .selectFrom(partyPeople(memberId).as("person"))
        .where("is_guest", "=", true)
        .select("person.id as person_id")
        .union(eb.selectFrom("gate_leavers").where("owner_id", "=", memberId).select("person_id")),
    )
    .execute();
}
