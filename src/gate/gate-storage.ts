import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { v4 } from "uuid";

import type { KeptGate, KeptMark } from "./gate-state.ts";

/** The contents of one transaction, which is stored as a whole or not at all. */
export type Changed = { gate: KeptGate; marks: KeptMark[] };

/** A phone's storage for gates; `isLasting` is false if the browser forbids storage, and all is lost with the page. */
export type GateStorage = {
  isLasting: boolean;
  /** The id of this phone, the same for all gates. */
  deviceId: () => Promise<string>;
  gates: () => Promise<KeptGate[]>;
  marksOf: (eventId: string) => Promise<KeptMark[]>;
  putGate: (gate: KeptGate) => Promise<void>;
  addMarks: (marks: readonly KeptMark[]) => Promise<void>;
  /** Changes a gate from its stored state, which another tab may have changed. */
  change: (eventId: string, by: (kept: Changed) => Changed) => Promise<void>;
  remove: (eventId: string) => Promise<void>;
  /** A key that waits for a network to be exchanged. */
  key: () => Promise<string | null>;
  putKey: (key: string | null) => Promise<void>;
};

type Schema = DBSchema & {
  gates: { key: string; value: KeptGate };
  marks: { key: string; value: KeptMark; indexes: { event: string } };
  /** `device`: our id; `key`: a key that waits for a network. */
  own: { key: string; value: string };
};

/** Opens the browser's database, or this page's memory if that is refused, as in some private windows. */
export async function openGateStorage(): Promise<GateStorage> {
  try {
    const db = await openDB<Schema>("goodturn-gate", 1, {
      upgrade(made) {
        made.createObjectStore("gates", { keyPath: "eventId" });
        made.createObjectStore("marks", { keyPath: "id" }).createIndex("event", "eventId");
        made.createObjectStore("own");
      },
      // Another tab wants to upgrade the database for a newer version of the page, and must not wait.
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    });
    return inDatabase(db);
  } catch {
    return inMemory();
  }
}

/** Phones are switched off and run out of power: a mark must be on the disk before it counts as stored. */
const lasting = { durability: "strict" } as const;

function inDatabase(db: IDBPDatabase<Schema>): GateStorage {
  return {
    isLasting: true,
    async deviceId() {
      const tx = db.transaction("own", "readwrite");
      const id = (await tx.store.get("device")) ?? v4();
      await tx.store.put(id, "device");
      await tx.done;
      return id;
    },
    gates: () => db.getAll("gates"),
    marksOf: (eventId) => db.getAllFromIndex("marks", "event", eventId),
    async putGate(gate) {
      await db.put("gates", gate);
    },
    async addMarks(marks) {
      const tx = db.transaction("marks", "readwrite", lasting);
      const put = marks.map((mark) => tx.store.put(mark));
      // The transaction is committed at once, and not when the writes have been confirmed, because the page may be gone
      // by then.
      tx.commit();
      await Promise.all([...put, tx.done]);
    },
    async change(eventId, by) {
      const tx = db.transaction(["gates", "marks"], "readwrite", lasting);
      const [gates, marks] = [tx.objectStore("gates"), tx.objectStore("marks")];
      const gate = await gates.get(eventId);
      // Another tab has removed this gate.
      if (!gate) return tx.done;
      const changed = by({ gate, marks: await marks.index("event").getAll(eventId) });
      await Promise.all([gates.put(changed.gate), ...changed.marks.map((mark) => marks.put(mark)), tx.done]);
    },
    async remove(eventId) {
      const tx = db.transaction(["gates", "marks"], "readwrite");
      const marks = tx.objectStore("marks");
      const ids = await marks.index("event").getAllKeys(eventId);
      await Promise.all([tx.objectStore("gates").delete(eventId), ...ids.map((id) => marks.delete(id)), tx.done]);
    },
    async key() {
      return (await db.get("own", "key")) ?? null;
    },
    async putKey(key) {
      await (key === null ? db.delete("own", "key") : db.put("own", key, "key"));
    },
  };
}

/** The same in memory, while the page is open. */
export function inMemory(): GateStorage {
  const [gates, marks, device] = [new Map<string, KeptGate>(), new Map<string, KeptMark>(), v4()];
  let waitingKey: string | null = null;
  const marksOf = (eventId: string) => [...marks.values()].filter((mark) => mark.eventId === eventId);
  const add = (more: readonly KeptMark[]) => more.forEach((mark) => marks.set(mark.id, mark));
  return {
    isLasting: false,
    deviceId: async () => device,
    gates: async () => [...gates.values()],
    marksOf: async (eventId) => marksOf(eventId),
    putGate: async (gate) => void gates.set(gate.eventId, gate),
    addMarks: async (more) => add(more),
    async change(eventId, by) {
      const gate = gates.get(eventId);
      if (!gate) return;
      const changed = by({ gate, marks: marksOf(eventId) });
      gates.set(eventId, changed.gate);
      add(changed.marks);
    },
    async remove(eventId) {
      gates.delete(eventId);
      for (const { id } of marksOf(eventId)) marks.delete(id);
    },
    key: async () => waitingKey,
    putKey: async (key) => void (waitingKey = key),
  };
}
