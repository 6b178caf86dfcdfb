import { say } from "#messages/say.ts";
import { eventMail, type EventReader, type MailContext } from "../events/mails.ts";
import { eventPath } from "../events/rules.ts";
import { greeting, type Letter } from "../mail.ts";
import type { Reader } from "../notification-preferences/queries.ts";
import { communityPath } from "./rules.ts";

type Site = { address: string };
type Named = { title: string; slug: string };

/** Mails a community's news to a member who wants it. Answers go to the community's confirmed address. */
export function newsMail(
  { name, email, stop }: Reader,
  community: Named & { contact: string | null },
  post: { text: string; link: string | null; author: string | null },
  { address }: Site,
): Letter {
  const { title, slug, contact } = community;
  return {
    to: email,
    subject: say("mail.community_news.subject", { title }),
    heading: say("mail.community_news.heading", { title }),
    paragraphs: greeting(name),
    quote: { by: post.author ?? title, text: [post.text, post.link].filter(Boolean).join("\n\n") },
    actions: [{ label: say("mail.community_news.action"), address: `${address}${communityPath(slug)}` }],
    reason: say("mail.community_news.reason", { title }),
    stop,
    ...(contact && { replyTo: contact }),
  };
}

/** Tells a member of a new event of a community; one who was never asked, how to hear of more. */
export function dateMail(
  reader: EventReader,
  { title, slug }: Named,
  { isAsked, ...ctx }: MailContext & { isAsked: boolean },
): Letter {
  const { event } = reader;
  return eventMail(
    reader,
    {
      subject: say("mail.community_date.subject", { title, event: event.title }),
      heading: say("mail.community_date.heading", { title }),
      paragraphs: isAsked ? [say("mail.community_date.asked", { title })] : [],
      actions: [
        { label: say("mail.action.see"), address: `${ctx.address}${eventPath(event._id)}` },
        { label: say("mail.community_news.action"), address: `${ctx.address}${communityPath(slug)}` },
      ],
      reason: say("mail.community_date.reason", { title }),
    },
    ctx,
  );
}

/** Tells a person whether they are a member now. */
export function answeredMail(
  { name, email }: { name: string; email: string },
  { title, slug }: Named,
  accepted: boolean,
  { address }: Site,
): Letter {
  const words = accepted ? "accepted" : "declined";
  return {
    to: email,
    subject: say(`mail.membership.${words}.subject`, { title }),
    heading: say(`mail.membership.${words}.subject`, { title }),
    paragraphs: [...greeting(name), say(`mail.membership.${words}.text`, { title })],
    actions: accepted
      ? [{ label: say("mail.community_news.action"), address: `${address}${communityPath(slug)}` }]
      : [{ label: say("mail.membership.others"), address: `${address}/community` }],
    reason: say("mail.membership.reason", { title }),
  };
}

/** Asks the reader of an address to confirm that a community can be reached there. */
export function confirmAddressMail(email: string, { title }: Named, token: string, { address }: Site): Letter {
  return {
    to: email,
    subject: say("mail.community_address.subject", { title }),
    heading: say("mail.community_address.subject", { title }),
    paragraphs: [say("mail.community_address.text", { title })],
    actions: [{ label: say("mail.contact_address.button"), address: `${address}/confirm-contact?community#${token}` }],
    afterwards: [say("mail.contact_address.after")],
    reason: say("mail.reason.asked"),
  };
}

/** Tells an owner that a community is to be reached at another address. */
export function addressAskedMail(
  { name, email }: { name: string; email: string },
  { title, slug }: Named,
  wanted: string,
  { address }: Site,
): Letter {
  return {
    to: email,
    subject: say("mail.community_address.asked.subject", { title }),
    heading: say("mail.community_address.asked.subject", { title }),
    paragraphs: [...greeting(name), say("mail.community_address.asked.text", { title, email: wanted })],
    actions: [{ label: say("mail.community_address.asked.action"), address: `${address}${communityPath(slug)}/edit` }],
    reason: say("mail.community.owner"),
  };
}

/** Tells a member that a host has made them owner of a community. */
export function ownerNamedMail(
  { name, email }: { name: string; email: string },
  { title, slug }: Named,
  { address }: Site,
): Letter {
  return {
    to: email,
    subject: say("mail.community_owner.subject", { title }),
    heading: say("mail.community_owner.subject", { title }),
    paragraphs: [...greeting(name), say("mail.community_owner.text", { title })],
    actions: [{ label: say("mail.community_address.asked.action"), address: `${address}${communityPath(slug)}/edit` }],
    reason: say("mail.community.owner"),
  };
}
