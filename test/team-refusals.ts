import { newId } from "#db/schema.server.ts";
import { organizersMax } from "#domain/teams/rules.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import type { Make } from "./make.ts";
import { giveRight, invited } from "./teams.ts";

type Parts = {
  make: Make;
  call: Call;
  unmailed: Call;
  mailing: Call;
  me: Awaited<ReturnType<Make["signedIn"]>>;
};

/** Every refusal of every call about organizing with others. */
export async function teamRefusals({ make, call, unmailed, mailing, me: { token, member } }: Parts) {
  const organizer = await make.member();
  const [mine, others] = [await make.event({ organizer: member }), await make.event({ organizer })];
  const [own, other] = [await make.community(), await make.community()];
  await giveRight(make, { memberId: member.id, communityId: own, role: "owner" });
  const second = await make.signedIn();
  await make.proven(second.member);
  await giveRight(make, { memberId: second.member.id, eventId: mine });
  await giveRight(make, { memberId: second.member.id, communityId: own });
  const json = { email: "ana@foodbank.example" };

  const of = (method: string, rest: string, kind: "events" | "communities", sent?: unknown) => {
    const [theirs, ours] = kind === "events" ? [others, mine] : [other, own];
    const to = (id: string) => `/${kind}/${id}${rest}`;
    return {
      sign_in_required: () => call(method, to(ours), { json: sent }),
      not_yours: () => call(method, to(theirs), { token, json: sent }),
      not_found: () => call(method, to(newId()), { token, json: sent }),
    };
  };
  const sent = (method: string, path: string) => ({
    invalid_json: () => call(method, path, { token, ...broken }),
    too_large: () => call(method, path, { token, ...large }),
    invalid: () => call(method, path, { token, json: { email: "nobody", isNamed: 7, role: "host" } }),
  });
  const badPage = (path: string) => ({ invalid: () => call("GET", `${path}?limit=0`, { token }) });
  const inviting = (kind: "events" | "communities", id: string) => {
    const path = `/${kind}/${id}/invitations`;
    return {
      ...of("POST", "/invitations", kind, json),
      ...sent("POST", path),
      async log_in_again() {
        const guest = await make.longAgo();
        const at = kind === "events" ? { eventId: id } : { communityId: id };
        await giveRight(make, { memberId: guest.member.id, ...at });
        return call("POST", path, { token: guest.token, json });
      },
      email_unconfirmed: () => mailing("POST", path, { token, json }),
      already_organizer: () => call("POST", path, { token, json: { email: second.member.email } }),
      too_many_mails: () => unmailed("POST", path, { token, json }),
      async organizers_full() {
        const event = kind === "events" ? await make.event({ organizer: member }) : null;
        const community = event === null ? await make.community() : null;
        const times = { invited_at: new Date(), expires_at: new Date(Date.now() + 60_000) };
        const rows = Array.from({ length: organizersMax }, () => ({ id: newId(), secret_hash: newId(), ...times }));
        const at = { event_id: event, community_id: community, invited_by: member.id };
        if (community) await giveRight(make, { memberId: member.id, communityId: community, role: "owner" });
        await make.db
          .insertInto("invitations")
          .values(rows.map((row) => ({ ...row, ...at })))
          .execute();
        return call("POST", `/${kind}/${event ?? community}/invitations`, { token, json });
      },
    };
  };
  const gone = (method: string) => ({ invitation_gone: () => call(method, "/invitations/guessed", { token }) });

  return {
    getEventTeam: of("GET", "/team", "events"),
    getCommunityTeam: of("GET", "/team", "communities"),
    listEventActions: { ...of("GET", "/log", "events"), ...badPage(`/events/${mine}/log`) },
    listCommunityActions: { ...of("GET", "/log", "communities"), ...badPage(`/communities/${own}/log`) },
    inviteToEvent: {
      ...inviting("events", mine),
      async under_review() {
        const hidden = await make.event({ organizer: member });
        await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
        return call("POST", `/events/${hidden}/invitations`, { token, json });
      },
    },
    inviteToCommunity: inviting("communities", own),
    endEventInvitation: of("DELETE", `/invitations/${newId()}`, "events"),
    endCommunityInvitation: of("DELETE", `/invitations/${newId()}`, "communities"),
    readInvitation: gone("GET"),
    declineInvitation: gone("DELETE"),
    acceptInvitation: {
      ...gone("POST"),
      sign_in_required: () => call("POST", "/invitations/guessed"),
      async other_account() {
        const { secret } = await invited(make, member, { eventId: mine }, "ana@foodbank.example");
        return call("POST", `/invitations/${secret}`, { token });
      },
      async email_unconfirmed() {
        const { secret } = await invited(make, organizer, { eventId: others }, member.email);
        return call("POST", `/invitations/${secret}`, { token });
      },
      async already_organizer() {
        const { secret } = await invited(make, member, { eventId: mine });
        return call("POST", `/invitations/${secret}`, { token: second.token });
      },
      async under_review() {
        const hidden = await make.event({ organizer });
        const { secret } = await invited(make, organizer, { eventId: hidden });
        await make.db.updateTable("events").set({ review: "hidden" }).where("id", "=", hidden).execute();
        return call("POST", `/invitations/${secret}`, { token });
      },
    },
    setNamedAtEvent: {
      ...of("PUT", "/team/me", "events", { isNamed: true }),
      ...sent("PUT", `/events/${mine}/team/me`),
    },
    setNamedAtCommunity: {
      ...of("PUT", "/team/me", "communities", { isNamed: true }),
      ...sent("PUT", `/communities/${own}/team/me`),
    },
    letGoAtEvent: {
      ...of("DELETE", `/team/${newId()}`, "events"),
      last_owner: () => call("DELETE", `/events/${mine}/team/${member.id}`, { token }),
    },
    letGoAtCommunity: {
      ...of("DELETE", `/team/${newId()}`, "communities"),
      last_owner: () => call("DELETE", `/communities/${own}/team/${member.id}`, { token }),
    },
    restoreAtEvent: of("POST", `/team/${newId()}`, "events"),
    restoreAtCommunity: of("POST", `/team/${newId()}`, "communities"),
    setRole: {
      ...of("PUT", `/team/${newId()}`, "communities", { role: "owner" }),
      ...sent("PUT", `/communities/${own}/team/${newId()}`),
      last_owner: () => call("PUT", `/communities/${own}/team/${member.id}`, { token, json: { role: "organizer" } }),
    },
  };
}
