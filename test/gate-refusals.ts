import { newId } from "#db/schema.server.ts";
import { revokeGateKey } from "#domain/gates/commands.ts";
import { devicesMax, keysMax } from "#domain/gates/rules.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import { deviceAt, keyOf } from "./gate.ts";
import type { Make } from "./make.ts";

type Given = { make: Make; call: Call; limited: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

const day = 86_400_000;

/** Every refusal of every call about gates. */
export async function gateRefusals({ make, call, limited, mailing, me: { member, token } }: Given) {
  const mine = await make.event({ organizer: member });
  const others = await make.event();
  const over = await make.event({ organizer: member, eventDate: new Date(Date.now() - 5 * day) });
  const cancelled = await make.event({ organizer: member, cancelReason: "Storm" });
  const hidden = await make.event({ organizer: member });
  await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
  const full = await make.event({ organizer: member });
  const key = (event_id: string) => ({ id: newId(), event_id, label: "Bea", created_by: member.id });
  const keys = Array.from({ length: keysMax }, () => key(full));
  await make.db.insertInto("gate_keys").values(keys).execute();

  const of = (method: string, path: string, json?: unknown) => ({
    sign_in_required: () => call(method, `/gates/${mine}${path}`, { json }),
    not_yours: () => call(method, `/gates/${others}${path}`, { token, json }),
    not_found: () => call(method, `/gates/${newId()}${path}`, { token, json }),
  });
  const sent = (path: string, headers = {}) => ({
    invalid_json: () => call("POST", path, { token, ...broken }),
    too_large: () => call("POST", path, { token, ...large }),
    invalid: () => call("POST", path, { token, json: {}, headers }),
  });
  /** The refusals to create a key, or to renew the ended ones. */
  const making = (path: string, json?: unknown) => {
    const asked =
      (eventId: string, ask = call) =>
      () =>
        ask("POST", `/gates/${eventId}${path}`, { token, json });
    return {
      ...of("POST", path, json),
      async log_in_again() {
        const guest = await make.longAgo();
        const theirs = await make.event({ organizer: guest.member });
        return call("POST", `/gates/${theirs}${path}`, { token: guest.token, json });
      },
      email_unconfirmed: asked(mine, mailing),
      under_review: asked(hidden),
      event_cancelled: asked(cancelled),
      event_over: asked(over),
      async keys_full() {
        await make.db
          .insertInto("gate_keys")
          .values({ ...key(full), revoked_at: new Date(), ended_by: "access" })
          .execute();
        return asked(full)();
      },
    };
  };
  const open = (text: string, ask = call) => ask("POST", "/gates/open", { json: { key: text, deviceId: newId() } });
  const sync = (authorization: string, ask = call) =>
    ask("POST", "/gates/sync", {
      headers: { authorization },
      json: { sentAt: new Date().toISOString(), since: 0, roster: "", marks: [] },
    });
  const marks = { sentAt: new Date().toISOString(), marks: [] };

  return {
    listGateKeys: of("GET", "/keys"),
    makeGateKey: { ...making("/keys", { label: "Bea" }), ...sent(`/gates/${mine}/keys`) },
    renewGateKeys: making("/keys/renew"),
    listGatePhones: of("GET", "/phones"),
    decideLateMarks: {
      ...of("POST", "/phones/1/late", { counts: true, upTo: new Date().toISOString() }),
      ...sent(`/gates/${mine}/phones/1/late`),
    },
    clearGatePhone: {
      ...of("DELETE", "/phones/1/marks"),
      invalid: () => call("DELETE", `/gates/${mine}/phones/0/marks`, { token }),
    },
    revokeGateKey: of("DELETE", `/keys/${newId()}`),
    openGate: {
      ...sent("/gates/open"),
      link_broken: () => open(make.links.sign("registration", mine)),
      too_many_attempts: () => open("guessed", limited),
      async key_revoked() {
        const { keyId, key: text } = await keyOf(make, mine);
        await revokeGateKey(make.context(member), mine, keyId);
        return open(text);
      },
      async devices_full() {
        const { keyId: key_id, key: text } = await keyOf(make, mine);
        const seen = { first_seen: new Date(), last_seen: new Date() };
        const devices = Array.from({ length: devicesMax }, (_, at) => ({
          event_id: mine,
          id: newId(),
          key_id,
          number: at + 1,
          ...seen,
        }));
        await make.db.insertInto("gate_devices").values(devices).execute();
        return open(text);
      },
    },
    syncGate: {
      ...sent("/gates/sync"),
      too_many_attempts: async () => sync(`Gate ${(await deviceAt(make, others)).pass}`, limited),
      pass_unknown: () => sync(`Gate ${make.links.sign("gate", newId())}`),
      async not_found() {
        const gone = await make.event({ organizer: member });
        const { pass } = await deviceAt(make, gone);
        await make.db.deleteFrom("events").where("id", "=", gone).execute();
        return sync(`Gate ${pass}`);
      },
    },
    getGate: of("GET", ""),
    markAtGate: { ...of("POST", "/marks", marks), ...sent(`/gates/${mine}/marks`) },
    giveOwnCodes: {
      sign_in_required: () => call("POST", `/gates/${mine}/codes`),
      not_found: () => call("POST", `/gates/${mine}/codes`, { token }),
    },
  };
}
