import { broken, large } from "./auth-refusals.ts";
import type { Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";
import { communityOf, ownedBy } from "./owning.ts";

type Parts = { make: Make; call: Call; unmailed: Call; mailing: Call; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call about transferring an event. */
export async function transferRefusals({ make, call, unmailed, mailing, me: { token, member } }: Parts) {
  const [mine, others] = [await make.event({ organizer: member }), await make.event()];
  const unknown = member.id;
  return {
    offerEvent: {
      invalid_json: () => call("POST", `/events/${mine}/hand-over`, { token, ...broken }),
      sign_in_required: () => call("POST", `/events/${mine}/hand-over`, { json: { email: "a@example.org" } }),
      not_yours: () => call("POST", `/events/${others}/hand-over`, { token, json: { email: "a@example.org" } }),
      not_found: () => call("POST", `/events/${unknown}/hand-over`, { token, json: { email: "a@example.org" } }),
      event_over: async () => {
        const past = await make.event({ organizer: member, eventDate: yesterday() });
        return call("POST", `/events/${past}/hand-over`, { token, json: { email: "a@example.org" } });
      },
      of_community: async () => {
        const given = await make.event({ organizer: member });
        await ownedBy(make, await communityOf(make, [member]), given);
        return call("POST", `/events/${given}/hand-over`, { token, json: { email: "a@example.org" } });
      },
      too_large: () => call("POST", `/events/${mine}/hand-over`, { token, ...large }),
      invalid: () => call("POST", `/events/${mine}/hand-over`, { token, json: { email: member.email } }),
      log_in_again: async () => {
        const guest = await make.longAgo();
        const theirs = await make.event({ organizer: guest.member });
        return call("POST", `/events/${theirs}/hand-over`, { token: guest.token, json: { email: "a@example.org" } });
      },
      email_unconfirmed: () =>
        mailing("POST", `/events/${mine}/hand-over`, { token, json: { email: "a@example.org" } }),
      too_many_mails: () => unmailed("POST", `/events/${mine}/hand-over`, { token, json: { email: "a@example.org" } }),
    },
    giveEvent: {
      invalid_json: () => call("PUT", `/events/${mine}/community`, { token, ...broken }),
      sign_in_required: () => call("PUT", `/events/${mine}/community`, { json: { communityId: null } }),
      not_yours: () => call("PUT", `/events/${others}/community`, { token, json: { communityId: null } }),
      not_found: () => call("PUT", `/events/${mine}/community`, { token, json: { communityId: unknown } }),
      under_review: async () => {
        const hidden = await make.event({ organizer: member });
        await make.db
          .updateTable("events")
          .set({ review: "hidden", is_draft: true })
          .where("id", "=", hidden)
          .execute();
        return call("PUT", `/events/${hidden}/community`, { token, json: { communityId: null } });
      },
      too_large: () => call("PUT", `/events/${mine}/community`, { token, ...large }),
      invalid: () => call("PUT", `/events/${mine}/community`, { token, json: { communityId: "theirs" } }),
    },
    listOwnCommunities: { sign_in_required: () => call("GET", "/account/communities") },
    getOffer: {
      sign_in_required: () => call("GET", `/events/${mine}/hand-over`),
      not_found: () => call("GET", `/events/${unknown}/hand-over`, { token }),
    },
    endOffer: {
      sign_in_required: () => call("DELETE", `/events/${mine}/hand-over`),
      not_found: () => call("DELETE", `/events/${unknown}/hand-over`, { token }),
    },
    takeOver: {
      sign_in_required: () => call("POST", `/events/${others}/take-over`),
      email_unconfirmed: async () => {
        await make.db
          .insertInto("ownership_transfers")
          .values({ event_id: others, email: member.email, offered_at: new Date() })
          .execute();
        return call("POST", `/events/${others}/take-over`, { token });
      },
      not_found: () => call("POST", `/events/${mine}/take-over`, { token }),
    },
  };
}
