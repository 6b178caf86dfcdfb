import { createImporter } from "#adapters/imports/importer.ts";
import { newId } from "#db/schema.server.ts";
import { importBytesMax } from "#domain/imports/rules.ts";
import { broken, large } from "./auth-refusals.ts";
import { type Call, callerOf } from "./call.ts";
import { newImport, newSource, noteImported } from "./import-operations.ts";
import { type Make, yesterday } from "./make.ts";
import { calendarWith, webOf } from "./web.ts";

type Parts = { make: Make; call: Call; limited: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about imports. */
export async function importRefusals({ make, call, limited, mailing, me: { token, member } }: Parts) {
  const importedBy = async (organizer: typeof member, more: object = {}) => {
    const id = await make.event({ organizer, ...more });
    await noteImported(make, member.id, id, id);
    return id;
  };
  const web = webOf((_request, response) => void response.end("A".repeat(importBytesMax + 1)));
  const by = (wishes: object, fetches = true) =>
    callerOf({ ...make, importer: createImporter({ fetches }, { ...web, ...wishes }) });
  const elsewhere = webOf((_request, response) => void response.end("Nothing"));
  const find = (ask: Call, json: object = { address: "http://events.example/calendar.ics" }) =>
    ask("POST", "/imports/address", { token, json });
  const file = { token, headers: { "content-type": "text/calendar" }, body: calendarWith() };
  const read = (ask: Call, more: object = {}) => ask("POST", "/imports/file", { ...file, ...more });
  const add = (ask: Call, json: object = newImport()) => ask("POST", "/imports/events", { token, json });
  const update = (id: string, ask = call, more: object = {}) =>
    ask("PUT", `/imports/events/${id}`, { token, json: { source: { ...newSource(id), ...more } } });

  return {
    findEventsAt: {
      invalid_json: () => call("POST", "/imports/address", { token, ...broken }),
      sign_in_required: () => call("POST", "/imports/address", { json: { address: "http://events.example/" } }),
      email_unconfirmed: () => find(mailing),
      too_large: () => call("POST", "/imports/address", { token, ...large }),
      invalid: () => find(call, { address: "" }),
      too_many_imports: () => find(limited),
      import_off: () => find(by({}, false)),
      import_address: () => find(call, { address: "http://127.0.0.1/calendar.ics" }),
      import_unreachable: () => find(by({ resolve: async () => [] })),
      import_too_large: () => find(by({})),
      import_unreadable: () => find(by(elsewhere)),
      imports_busy: () => find(by({ ...elsewhere, waitingMax: 0 })),
    },
    findEventsIn: {
      sign_in_required: () => call("POST", "/imports/file", { body: calendarWith() }),
      email_unconfirmed: () => read(mailing),
      invalid: () => call("POST", "/imports/file?timeZone=Nowhere", file),
      too_many_imports: () => read(limited),
      import_too_large: () => read(call, { body: "A".repeat(importBytesMax + 1) }),
      import_unreadable: () => read(call, { body: "Nothing" }),
      imports_busy: () => read(by({ waitingMax: 0 })),
    },
    importEvent: {
      invalid_json: () => call("POST", "/imports/events", { token, ...broken }),
      sign_in_required: () => call("POST", "/imports/events", { json: newImport() }),
      not_yours: () => add(call, newImport({ email: "other@example.org" })),
      email_unconfirmed: () => add(mailing),
      already_imported: async () => {
        const twice = newImport();
        await add(call, twice);
        return add(call, twice);
      },
      not_found: () => add(call, newImport({ communityId: newId() })),
      too_large: () => call("POST", "/imports/events", { token, ...large }),
      invalid: () => add(call, newImport({ eventDate: yesterday().toISOString() })),
      too_many_events: () => add(limited),
    },
    updateImported: {
      invalid_json: () => call("PUT", `/imports/events/${newId()}`, { token, ...broken }),
      sign_in_required: () => call("PUT", `/imports/events/${newId()}`, { json: { source: newSource() } }),
      not_yours: async () => update(await importedBy(await make.member())),
      email_unconfirmed: () => update(newId(), mailing),
      under_review: async () => {
        const id = await importedBy(member);
        await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", id).execute();
        return update(id);
      },
      not_found: () => update(newId()),
      event_cancelled: async () => update(await importedBy(member, { cancelReason: "Storm" })),
      too_large: () => call("PUT", `/imports/events/${newId()}`, { token, ...large }),
      invalid: () => update(newId(), call, { title: "" }),
    },
  };
}
