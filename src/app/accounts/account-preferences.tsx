import type { MailKind } from "#domain/notification-preferences/rules.ts";
import { say } from "#messages/say.ts";

import { ask } from "../session/ask.ts";
import { AccountSection } from "./account-section.tsx";
import { Switch } from "./switch.tsx";

type Kind = MailKind | "newsletter";
type Wish = { kind: Kind; wanted: boolean };

/**
 * The member's notification preferences. They include the newsletter once the address is `confirmed`: before, its owner
 * is unknown.
 * @throws Refusal
 */
export async function readWishes(confirmed: boolean): Promise<Wish[]> {
  const [wishes, newsletter] = await Promise.all([
    ask((api) => api.account.mails.$get()),
    confirmed ? ask((api) => api.account.newsletter.$get()) : null,
  ]);
  return newsletter ? [...wishes, { kind: "newsletter", wanted: newsletter.state === "confirmed" }] : wishes;
}

/** The kinds of mail the member gets; each press is saved at once. */
export const AccountPreferences = ({ wishes }: { wishes: Wish[] }) => (
  <AccountSection title={say("own.mails")} value={say("own.mails.choose")} text={say("own.mails.text")}>
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {wishes.map(({ kind, wanted }) => (
        <NotificationPreference key={kind} kind={kind} saved={wanted} />
      ))}
    </ul>
  </AccountSection>
);

const save = (kind: Kind, wanted: boolean) =>
  kind === "newsletter"
    ? ask((api) => api.account.newsletter.$put({ json: { wanted } }))
    : ask((api) => api.account.mails.$put({ json: { kind, wanted } }));

const NotificationPreference = ({ kind, saved }: { kind: Kind; saved: boolean }) => {
  const name = say(`own.mails.${kind}`);
  return (
    <li>
      <Switch
        id={`mails-${kind}`}
        name={name}
        text={say(`own.mails.${kind}.text`)}
        saved={saved}
        done={(wanted) => say(wanted ? "own.mails.on" : "own.mails.off", { kind: name })}
        save={(wanted) => save(kind, wanted)}
      />
    </li>
  );
};
