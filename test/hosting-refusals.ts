import { broken, large } from "./auth-refusals.ts";
import { callerOf } from "./call.ts";
import { attemptsFor, authFor, type Make } from "./make.ts";
import { hostIn, letProofAge } from "./host.ts";

type Parts = { make: Make; me: Awaited<ReturnType<Make["signedIn"]>> };

/** Every refusal of every call of hosts to a host; others only get `no_such_call`. */
export async function hostingRefusals({ make, me }: Parts) {
  const site = { ...make, sendsMail: true };
  const call = callerOf(site);
  const none = { address: null, account: { most: 0, seconds: 60 } };
  const limited = callerOf({ ...site, auth: authFor(make.db, { attempts: attemptsFor(make.db, { sign_in: none }) }) });
  const { token } = await hostIn(make);
  const stale = await hostIn(make);
  await letProofAge(make, stale.member, 16);
  const withoutPassword = await make.longAgo();
  make.hosts.add(withoutPassword.member.email);
  await make.proven(withoutPassword.member);
  /** The refusals of all these calls for other members, and for a host with an old proof. */
  const closed = (method: string, path: string) => ({
    no_such_call: () => call(method, path, { token: me.token }),
    prove_again: () => call(method, path, { token: stale.token }),
  });

  const host = await hostIn(make);
  const path = { member: `/host/members/${me.member.id}`, task: `/host/tasks/${me.member.id}` };
  const reason = "We have to look into it.";
  /** The refusals of the calls that change something. */
  const acting = (where: string, unknown: string) => ({
    ...closed("POST", where),
    invalid_json: () => call("POST", where, { token, ...broken }),
    not_found: () => call("POST", unknown, { token, json: { reason } }),
    too_large: () => call("POST", where, { token, ...large }),
    invalid: () => call("POST", where, { token, json: { reason: " " } }),
  });
  const onMember = (deed: string) => ({
    ...acting(`${path.member}/${deed}`, `/host/members/nobody/${deed}`),
    host_stays: () => call("POST", `/host/members/${host.member.id}/${deed}`, { token, json: { reason } }),
  });
  const list = (where: string) => ({
    ...closed("GET", where),
    invalid: () => call("GET", `${where}?cursor=x`, { token }),
  });

  return {
    getHostAccess: closed("GET", "/host"),
    getHostOverview: closed("GET", "/host/overview"),
    listHostActions: list("/host/log"),
    listMembers: list("/host/members"),
    getMember: {
      ...closed("GET", path.member),
      not_found: () => call("GET", "/host/members/nobody", { token }),
    },
    suspendMember: onMember("suspend"),
    liftSuspension: onMember("lift"),
    deleteMember: onMember("delete"),
    retryTask: acting(`${path.task}/retry`, `${path.task}/retry`),
    dropTask: acting(`${path.task}/drop`, `${path.task}/drop`),
    proveHost: {
      invalid_json: () => call("POST", "/host/proof", { token, ...broken }),
      no_such_call: () => call("POST", "/host/proof", { token: me.token, json: {} }),
      log_in_again: () => call("POST", "/host/proof", { token: withoutPassword.token, json: {} }),
      too_large: () => call("POST", "/host/proof", { token, ...large }),
      invalid: () => call("POST", "/host/proof", { token, json: { password: "Wrong1" } }),
      too_many_attempts: () => limited("POST", "/host/proof", { token, json: { password: "Gannet" } }),
    },
  };
}
