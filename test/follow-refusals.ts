import type { FailureCode } from "#domain/failure.ts";
import { follow } from "#domain/follows/commands.ts";
import { followsMax } from "#domain/follows/rules.ts";
import type { Member } from "#domain/members/shapes.ts";
import { broken, large } from "./auth-refusals.ts";
import type { Answer, Call } from "./call.ts";
import { type Make, yesterday } from "./make.ts";
import { timing } from "./operations.ts";

type Refusals = Partial<Record<FailureCode, () => Promise<Answer>>>;
type Given = { make: Make; call: Call; member: Member; token: string };

/** A member who follows as much as allowed. */
export async function followsMuch(make: Make): Promise<{ token: string }> {
  const { member, token } = await make.signedIn();
  await make.proven(member);
  for (let number = 0; number < followsMax; number++)
    await follow(make.context(member), { about: "filter", filter: `search=word${number}` });
  return { token };
}

/** Every refusal of the calls about follows; `member` has not confirmed their address. */
export function followRefusals({ make, call, member, token }: Given): Record<string, Refusals> {
  const own = "/account/follows";
  const linked = "/newsletter/nonsense/follows";
  const nobody = `/newsletter/${make.links.sign("newsletter", "nobody@example.org")}/follows`;
  const filter = { about: "filter", filter: "category=food" };
  const asSomebody = async (json: unknown) => {
    const { member: other, ...somebody } = await make.signedIn();
    await make.proven(other);
    return call("POST", own, { token: somebody.token, json });
  };
  const spotAt = async (wishes: Parameters<Make["event"]>[0]) =>
    asSomebody({ about: "event", id: await make.event(wishes) });
  const refused = {
    not_found: async () => asSomebody({ about: "organizer", id: (await make.member()).id }),
    event_over: () => spotAt({ eventDate: yesterday() }),
    event_cancelled: () => spotAt({ cancelReason: "Storm" }),
  };
  return {
    getOwnFollowing: {
      sign_in_required: () => call("GET", own),
      email_unconfirmed: () => call("GET", own, { token }),
    },
    follow: {
      ...refused,
      invalid_json: () => call("POST", own, { token, ...broken }),
      sign_in_required: () => call("POST", own, { json: filter }),
      email_unconfirmed: () => call("POST", own, { token, json: filter }),
      follows_full: async () => call("POST", own, { ...(await followsMuch(make)), json: filter }),
      too_large: () => call("POST", own, { token, ...large }),
      invalid: () => asSomebody({ about: "filter", filter: "category=none" }),
    },
    setOwnTiming: {
      invalid_json: () => call("PUT", own, { token, ...broken }),
      sign_in_required: () => call("PUT", own, { json: timing }),
      email_unconfirmed: () => call("PUT", own, { token, json: timing }),
      async not_found() {
        const { member: other, ...somebody } = await make.signedIn();
        await make.proven(other);
        return call("PUT", own, { token: somebody.token, json: timing });
      },
      too_large: () => call("PUT", own, { token, ...large }),
      invalid: () => call("PUT", own, { token, json: { ...timing, weekday: 8 } }),
    },
    endOwnFollow: {
      sign_in_required: () => call("DELETE", `${own}/${member.id}`),
      email_unconfirmed: () => call("DELETE", `${own}/${member.id}`, { token }),
    },
    getLinkedFollowing: { link_broken: () => call("GET", linked) },
    setLinkedTiming: {
      invalid_json: () => call("PUT", linked, broken),
      link_broken: () => call("PUT", linked, { json: timing }),
      not_found: () => call("PUT", nobody, { json: timing }),
      too_large: () => call("PUT", linked, large),
      invalid: () => call("PUT", linked, { json: { ...timing, hour: 24 } }),
    },
    endLinkedFollow: { link_broken: () => call("DELETE", `${linked}/${member.id}`) },
  };
}

/** The refusals of following, by subject. */
export const subscribeRefusals = ({ make, call }: Pick<Given, "make" | "call">): Refusals => {
  const asked = (wish: object) => call("POST", "/subscribe", { json: { email: "amina@example.org", follow: wish } });
  return {
    not_found: () => asked({ about: "organizer", id: "none" }),
    event_over: async () => asked({ about: "event", id: await make.event({ eventDate: yesterday() }) }),
    event_cancelled: async () => asked({ about: "event", id: await make.event({ cancelReason: "Storm" }) }),
  };
};
