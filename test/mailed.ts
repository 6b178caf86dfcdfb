import { cookieOf, type Make } from "./make.ts";

export const email = "nora@example.org";

/** A person at `email` who joins or logs in by mail, through the API; `now` is when their mails are sent. */
export function byMailIn(make: Make, now = () => new Date()) {
  const call = async (path: string, body: object) => make.authCall("POST", `mailed/${path}`, { body });
  /** The answer's body, and the cookie that it sets. */
  const ask = async (path: string, body: object) => {
    const answer = await call(path, body);
    return { cookie: cookieOf(answer), ...(await answer.json()) };
  };
  return {
    call,
    ask,
    join: (eventId: string, more = {}) => ask("join", { eventId, name: "Nora Lind", email, ...more }),

    /** The newest mail with a code: its text, its code, and the secret of its link. */
    mailed: async (to = email) => {
      const mail = (await make.mails(now())).findLast((each) => each.to === to && /code/.test(each.subject));
      const code = /^(\d{6}) /.exec(mail?.subject ?? "")?.[1] ?? "none";
      return { mail, code, secret: mail?.links[0]?.split("#")[1] ?? "none" };
    },

    members: () =>
      make.db.selectFrom("members").select(["id", "name", "email_verified"]).where("email", "=", email).execute(),

    /** The member logged in by a cookie, or null. */
    userOf: async (cookie: string) =>
      ((await (await make.authCall("GET", "get-session", { cookie })).json()) as { user: object } | null)?.user ?? null,
  };
}

/** A code that differs from this one. */
export const otherCode = (code: string) => (code === "000000" ? "000001" : "000000");
