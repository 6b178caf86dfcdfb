import { z } from "zod";
import { Event } from "../events/shapes.ts";
import { Credential } from "../records/shapes.ts";
import { Guest } from "../registrations/shapes.ts";
import { Acknowledged, rule } from "../shapes.ts";

/** The account page's data beside the profile. */
export const Account = z.object({
  memberSince: z.iso.datetime(),
  events: z.int().describe("The number of your events"),
  eventsToCome: z.int().describe("The number of upcoming events among these"),
  proofs: z.int().describe("The number of valid proofs of your hours"),
  showsFace: z.boolean().describe("True if your picture is shown on the pages of events that you have joined"),
  asserting: z
    .int()
    .describe(
      "The number of other members' hours that you are asked to assert as a second organizer, or have asserted",
    ),
  askedToAssert: z.int().describe("The number of these that wait for your answer"),
  deletionAt: z.iso.datetime().nullable().describe("The time of your account's deletion, if you have asked for it"),
});
export type Account = z.infer<typeof Account>;

/** The data that goes with an account and that other people see. */
export type WhatGoes = Pick<Account, "events" | "eventsToCome" | "proofs">;

/** The member's choice whether to show their picture. */
export const FaceWish = z.object({ shown: z.boolean({ error: rule("rule.shown") }) });
export type FaceWish = z.infer<typeof FaceWish>;

export const DeletionAnswer = Acknowledged.extend({ deletionAt: z.iso.datetime().nullable() });
export type DeletionAnswer = z.infer<typeof DeletionAnswer>;

const moment = z.iso.datetime();

const Asked = z.object({
  eventId: z.uuid(),
  title: z.string(),
  hours: z.number(),
  state: z.string(),
  askedAt: moment,
  changedAt: moment,
});

/** An event or a community, by its title. */
const Organized = z.object({ event: z.string().nullable(), community: z.string().nullable() });

/** All data that we hold about a member, except the password's hash and our own secrets. */
export const AccountExport = z.object({
  exportedAt: moment,
  profile: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    photo: z.string().nullable(),
    showsFace: z.boolean(),
    memberSince: moment,
    deletionAt: moment.nullable(),
    contactAddress: z.string().nullable(),
    contactAddressWaiting: z.string().nullable(),
    suspendedAt: moment.nullable(),
    suspendedFor: z.string().nullable(),
  }),
  waysToLogIn: z.array(z.object({ provider: z.string(), since: moment })),
  devices: z.array(
    z.object({
      since: moment,
      expiresAt: moment,
      address: z.string().nullable(),
      browser: z.string().nullable(),
    }),
  ),
  passkeys: z.array(z.object({ name: z.string(), since: moment, lastUsed: moment.nullable() })),
  mailedLinks: z.array(z.object({ email: z.string(), until: moment })),
  eventsOrganised: z.array(Event),
  seriesOrganised: z
    .array(
      z.object({
        seriesId: z.uuid(),
        title: z.string(),
        rule: z.string(),
        anchor: z.string(),
        timeZone: z.string(),
        endedAt: moment.nullable(),
      }),
    )
    .describe("Your events that repeat: their rule (RFC 5545), and the local start from which it counts"),
  eventsImported: z.array(z.object({ eventId: z.uuid(), from: z.string().nullable(), importedAt: moment })),
  eventsJoined: z.array(
    z.object({
      eventId: z.uuid(),
      title: z.string(),
      eventDate: moment,
      joinedAt: moment,
      state: z.string(),
      confirmedAt: moment.nullable(),
      phone: z.string().nullable(),
      under18: z.boolean(),
      guardian: z.string().nullable(),
      guardianAgreedAt: moment.nullable(),
      guests: z.array(Guest.omit({ _id: true })),
    }),
  ),
  outcomesSaid: z.array(
    z.object({
      eventId: z.uuid(),
      came: z.int(),
      hours: z.number(),
      words: z.string(),
      thanks: z.string(),
      changedAt: moment,
    }),
  ),
  hoursTold: z.array(
    z.object({
      eventId: z.uuid(),
      title: z.string(),
      hours: z.number().nullable(),
      byOrganizer: z.boolean(),
      toldBy: z.string().nullable(),
      toldAt: moment,
    }),
  ),
  credentials: z.array(Credential),
  assertionsAsked: z
    .array(Asked.extend({ asked: z.string().nullable(), saidBy: z.string().nullable() }))
    .describe("The organizers whom you have asked to assert your hours"),
  assertionsOfOthers: z.array(Asked).describe("Other members' hours that you were asked to assert"),
  recordNotes: z.array(z.object({ eventId: z.uuid(), note: z.string() })),
  organizing: z
    .object({
      rights: z.array(
        Organized.extend({ role: z.string(), isNamed: z.boolean(), from: moment, until: moment.nullable() }),
      ),
      invited: z.array(Organized.extend({ email: z.string().nullable(), until: moment })),
      did: z.array(Organized.extend({ action: z.string(), at: moment })),
    })
    .describe("What you organize or organized with others, your open invitations, and what you did there"),
  gates: z
    .object({
      codes: z.array(z.object({ eventId: z.uuid(), code: z.string() })),
      keys: z.array(
        z.object({ eventId: z.uuid(), label: z.string(), createdAt: moment, revokedAt: moment.nullable() }),
      ),
      marks: z.array(z.object({ eventId: z.uuid(), kind: z.string(), name: z.string().nullable(), at: moment })),
      left: z.array(z.object({ eventId: z.uuid(), guest: z.string().nullable(), at: moment })),
    })
    .describe(
      "Your codes, the keys that you made, marks by you, about you and about your guests, and records of you leaving during an event",
    ),
  happenings: z.array(z.object({ eventId: z.uuid(), kind: z.string(), happenedAt: moment })),
  messagesSent: z.array(
    z.object({
      eventId: z.uuid(),
      audience: z.string(),
      subject: z.string().nullable(),
      text: z.string(),
      sentAt: moment,
    }),
  ),
  toldOf: z
    .array(z.object({ eventId: z.uuid(), words: z.string(), toldAt: moment }))
    .describe("The new events that organizers of earlier ones told you of, with their line"),
  addedTo: z
    .array(z.object({ eventId: z.uuid(), addedAt: moment }))
    .describe("The events at which an organizer holds a spot by name for your confirmed address"),
  notesOnYou: z
    .array(z.object({ eventId: z.uuid(), text: z.string(), writtenAt: moment }))
    .describe("The notes on you that organizers of events share"),
  regular: z
    .array(
      z.object({
        seriesId: z.uuid(),
        title: z.string(),
        since: moment,
        pausedFrom: z.string().nullable(),
        pausedUntil: z.string().nullable(),
        skipped: z.array(z.uuid()),
      }),
    )
    .describe("The series to each date of which you come, and the events that you skip"),
  regularOffersPutAway: z.array(z.uuid()).describe("The series for which you put that offer away"),
  communities: z.array(
    z.object({
      communityId: z.uuid(),
      title: z.string(),
      joinedAt: moment,
      hears: z.boolean().nullable(),
      isShown: z.boolean(),
    }),
  ),
  communitiesAsked: z.array(z.object({ communityId: z.uuid(), title: z.string(), askedAt: moment })),
  communityPosts: z.array(
    z.object({
      communityId: z.uuid(),
      text: z.string(),
      link: z.string().nullable(),
      picture: z.string().nullable(),
      postedAt: moment,
    }),
  ),
  pictures: z.array(z.object({ address: z.string(), uploadedAt: moment })),
  newsletterSince: moment.nullable(),
  newsletterConfirmed: moment.nullable(),
  follows: z.array(
    z.object({
      about: z.string(),
      id: z.uuid().nullable(),
      filter: z.string().nullable(),
      name: z.string(),
      since: moment,
      confirmedAt: moment.nullable(),
    }),
  ),
  followsTold: z
    .object({ pace: z.string(), weekday: z.int(), hour: z.int(), timeZone: z.string().nullable() })
    .nullable(),
  mailsNotWanted: z.array(z.string()),
  contactMessages: z.array(z.object({ name: z.string(), message: z.string(), sentAt: moment })),
  reports: z.array(
    z.object({ about: z.string(), subjectId: z.uuid(), reason: z.string(), words: z.string(), sentAt: moment }),
  ),
  blocked: z.array(z.object({ memberId: z.uuid(), since: moment })),
  answers: z.array(z.object({ about: z.string(), text: z.string(), sentAt: moment })),
  takenDown: z.array(z.object({ about: z.string(), reviewedSince: moment })),
  eventsOffered: z.array(z.object({ eventId: z.uuid(), offeredAt: moment })),
  mailsOnTheirWay: z.array(z.object({ kind: z.string(), from: moment })),
  hostActions: z.array(z.object({ action: z.string(), reason: z.string(), at: moment })),
});
export type AccountExport = z.infer<typeof AccountExport>;
