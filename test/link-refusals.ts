import { joinEvent } from "#domain/registrations/commands.ts";
import type { FailureCode } from "#domain/failure.ts";
import type { Member } from "#domain/members/shapes.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Answer, Call } from "./call.ts";
import { followRefusals, followsMuch } from "./follow-refusals.ts";
import { type Make, yesterday } from "./make.ts";

type Refusals = Partial<Record<FailureCode, () => Promise<Answer>>>;
type Given = { make: Make; call: Call; member: Member; token: string };

/** Every refusal of the calls behind links in mails, and of those about notification preferences. */
export function linkRefusals({ make, call, member, token }: Given): Record<string, Refusals> {
  const unsigned = "nonsense";
  const place = (registrationId: string) => `/spots/${make.links.sign("registration", registrationId)}`;
  const gone = place(member.id);
  /** A registration for an event that changes afterward. */
  async function placeAt(change: { event_date?: Date; event_end?: Date; cancelled_at?: Date }) {
    const eventId = await make.event();
    const registrationId = await make.join({ eventId });
    await make.db.updateTable("events").set(change).where("id", "=", eventId).execute();
    return place(registrationId);
  }
  const over = () => placeAt({ event_date: yesterday(), event_end: new Date(Date.now() - 1000) });
  const cancelled = () => placeAt({ cancelled_at: new Date() });
  async function waiting() {
    const eventId = await make.event({ maxParticipant: "1" });
    await make.join({ eventId });
    const other = await make.member();
    await joinEvent(make.context(other), { eventId });
    const { id } = await make.db
      .selectFrom("registrations")
      .select("id")
      .where("member_id", "=", other.id)
      .executeTakeFirstOrThrow();
    return place(id);
  }
  const changing = (way: "confirm" | "accept"): Refusals => ({
    link_broken: () => call("POST", `/spots/${unsigned}/${way}`),
    spot_gone: () => call("POST", `${gone}/${way}`),
    event_over: async () => call("POST", `${await over()}/${way}`),
    event_cancelled: async () => call("POST", `${await cancelled()}/${way}`),
    no_offer: async () => call("POST", `${await waiting()}/${way}`),
  });

  const free = (path: string, guests = [member.id]) => call("POST", `${path}/guests/free`, { json: { guests } });

  const about = async (eventId: string | Promise<string>, json: object = {}) =>
    call("PUT", `/join-event/${await eventId}/about`, { token, json });

  return {
    sayAbout: {
      invalid_json: () => call("PUT", `/join-event/${member.id}/about`, { token, ...broken }),
      sign_in_required: () => call("PUT", `/join-event/${member.id}/about`, { json: {} }),
      not_found: () => about(make.event()),
      event_over: () => about(make.event({ eventDate: yesterday() })),
      too_large: () => call("PUT", `/join-event/${member.id}/about`, { token, ...large }),
      invalid: () => about(member.id, { phone: "call me" }),
    },
    getLinkedSpot: {
      link_broken: () => call("GET", `/spots/${unsigned}`),
      spot_gone: () => call("GET", gone),
    },
    confirmSpot: changing("confirm"),
    acceptSpot: changing("accept"),
    freeSpot: {
      link_broken: () => call("DELETE", `/spots/${unsigned}`),
      spot_gone: () => call("DELETE", gone),
      event_over: async () => call("DELETE", await over()),
    },
    freeGuestSpots: {
      invalid_json: () => call("POST", `${gone}/guests/free`, broken),
      link_broken: () => free(`/spots/${unsigned}`),
      not_found: async () => free(await waiting()),
      spot_gone: () => free(gone),
      event_over: async () => free(await over()),
      too_large: () => call("POST", `${gone}/guests/free`, large),
      invalid: () => free(gone, []),
    },
    saySpotAbout: {
      invalid_json: () => call("PUT", `${gone}/about`, broken),
      link_broken: () => call("PUT", `/spots/${unsigned}/about`, { json: {} }),
      spot_gone: () => call("PUT", `${gone}/about`, { json: {} }),
      event_over: async () => call("PUT", `${await over()}/about`, { json: {} }),
      too_large: () => call("PUT", `${gone}/about`, large),
      invalid: () => call("PUT", `${gone}/about`, { json: { phone: "call me" } }),
    },
    listMailWishes: { sign_in_required: () => call("GET", "/account/mails") },
    setMailWish: {
      invalid_json: () => call("PUT", "/account/mails", { token, ...broken }),
      sign_in_required: () => call("PUT", "/account/mails", { json: { kind: "thanks", wanted: false } }),
      too_large: () => call("PUT", "/account/mails", { token, ...large }),
      invalid: () => call("PUT", "/account/mails", { token, json: { kind: "all", wanted: false } }),
    },
    getLinkedWish: {
      link_broken: () => call("GET", `/mails/${unsigned}`),
      not_found: async () => call("GET", `/mails/${make.links.sign("notifications", `${await make.event()}:thanks`)}`),
    },
    stopLinkedMails: { link_broken: () => call("POST", `/mails/${unsigned}`) },
    stopAllLinkedMails: { link_broken: () => call("POST", `/mails/${unsigned}/all`) },
    resumeLinkedMails: { link_broken: () => call("PUT", `/mails/${unsigned}`) },
    getOwnSubscription: {
      sign_in_required: () => call("GET", "/account/newsletter"),
      email_unconfirmed: () => call("GET", "/account/newsletter", { token }),
    },
    setOwnSubscription: {
      invalid_json: () => call("PUT", "/account/newsletter", { token, ...broken }),
      sign_in_required: () => call("PUT", "/account/newsletter", { json: { wanted: true } }),
      email_unconfirmed: () => call("PUT", "/account/newsletter", { token, json: { wanted: true } }),
      follows_full: async () =>
        call("PUT", "/account/newsletter", { ...(await followsMuch(make)), json: { wanted: true } }),
      too_large: () => call("PUT", "/account/newsletter", { token, ...large }),
      invalid: () => call("PUT", "/account/newsletter", { token, json: { wanted: "yes" } }),
    },
    ...followRefusals({ make, call, member, token }),
    getSubscription: { link_broken: () => call("GET", `/newsletter/${unsigned}`) },
    confirmSubscription: { link_broken: () => call("PUT", `/newsletter/${unsigned}`) },
    endSubscription: { link_broken: () => call("POST", `/newsletter/${unsigned}`) },
  };
}
