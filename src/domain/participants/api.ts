import { z } from "@hono/zod-openapi";
import { addParticipant, addPerson, previewMessage, removeParticipant, removePerson, sendMessage } from "./commands.ts";
import { notePerson } from "./notes.ts";
import { participantsCsv } from "./feeds.ts";
import { getEvent } from "../events/queries.ts";
import { listFaces, listMessages, listParticipants } from "./queries.ts";
import {
  Addition,
  Face,
  Message as MessageShape,
  MessageFilter,
  MessageInput,
  MessagePreview,
  MessageSent,
  Participant as ParticipantShape,
  ParticipantAdded,
  ParticipantFilter,
  PersonInput,
  PersonNoteInput,
  Removal,
} from "./shapes.ts";
import type { LimitAttempts } from "../ports.ts";
import { Acknowledged } from "../shapes.ts";
import { answer, body, call, idParam, named, page, pageHeaders, refusals, resource, signedIn } from "#api/openapi.ts";
import { forEveryone } from "#api/requests.ts";

const Participant = named(ParticipantShape, "Participant");
const Message = named(MessageShape, "Message");

const list = call({
  operationId: "listParticipants",
  summary: "List the participants of an event of your own, then its waitlist, in order of arrival; search them",
  method: "get",
  path: "/events/{id}/participants",
  security: signedIn,
  request: { params: idParam, query: ParticipantFilter },
  responses: {
    200: page(Participant, "One page of them"),
    ...refusals("not_yours", "not_found"),
  },
});

const faces = call({
  operationId: "listFaces",
  summary: "See people who have joined an event and agreed to be shown: at most five, by first name and photo",
  method: "get",
  path: "/events/{id}/faces",
  request: { params: idParam },
  responses: { 200: answer(z.array(Face), "Their faces"), ...refusals("not_found", "under_review") },
});

const csv = call({
  operationId: "exportParticipants",
  summary: "Download the participants of an event of your own and its waitlist as a spreadsheet: one row per person",
  method: "get",
  path: "/events/{id}/participants.csv",
  security: signedIn,
  request: { params: idParam },
  responses: {
    200: {
      description: "CSV after RFC 4180, in UTF-8 with a byte order mark; without formulas",
      content: { "text/csv": { schema: z.string() } },
    },
    ...refusals("not_yours", "not_found"),
  },
});

const add = call({
  operationId: "addParticipant",
  summary: "Add a member to an event of your own, by their address; they are told why",
  method: "post",
  path: "/events/{id}/participants",
  security: signedIn,
  request: { params: idParam, body: body(Addition) },
  responses: {
    200: answer(ParticipantAdded, "They have a spot, or a position on the waitlist"),
    ...refusals("not_yours", "email_unconfirmed", "under_review"),
    ...refusals("not_found", "no_such_member"),
    ...refusals("already_joined", "event_over", "event_cancelled", "event_draft"),
    ...refusals("too_many_attempts", "too_many_mails"),
  },
});

const remove = call({
  operationId: "removeParticipant",
  summary: "Remove a member from the list of an event of your own; they are told why",
  method: "post",
  path: "/events/{id}/participants/{memberId}/remove",
  security: signedIn,
  request: { params: idParam.extend({ memberId: z.string() }), body: body(Removal) },
  responses: {
    200: answer(Acknowledged, "They have no registration there"),
    ...refusals("not_yours", "under_review", "not_found"),
    ...refusals("event_over", "event_cancelled"),
  },
});

const addWithoutMail = call({
  operationId: "addPerson",
  summary:
    "Add a person to an event of your own, by name; with an address they get one mail, which gives them the spot",
  method: "post",
  path: "/events/{id}/people",
  security: signedIn,
  request: { params: idParam, body: body(PersonInput) },
  responses: {
    200: answer(ParticipantAdded, "They have a spot, or a position on the waitlist"),
    ...refusals("not_yours", "under_review", "email_unconfirmed", "not_found", "too_many_mails"),
    ...refusals("event_over", "event_cancelled", "event_draft", "people_full", "already_joined"),
  },
});

const removeWithoutMail = call({
  operationId: "removePerson",
  summary: "Remove a person without an e-mail address from the list of an event of your own",
  method: "delete",
  path: "/events/{id}/people/{personId}",
  security: signedIn,
  request: { params: idParam.extend({ personId: z.string() }) },
  responses: {
    200: answer(Acknowledged, "They have no spot there"),
    ...refusals("not_yours", "under_review", "not_found", "event_over", "event_cancelled"),
  },
});

const note = call({
  operationId: "notePerson",
  summary: "Write a note on a person at an event of your own, which its organizers share; an empty one deletes it",
  method: "put",
  path: "/events/{id}/people/{personId}/note",
  security: signedIn,
  request: { params: idParam.extend({ personId: z.string() }), body: body(PersonNoteInput) },
  responses: {
    200: answer(Acknowledged, "The person has this note, or none"),
    ...refusals("not_yours", "not_found", "event_over"),
  },
});

const ofMessage = {
  ...refusals("not_yours", "under_review", "not_found"),
};

const preview = call({
  operationId: "previewMessage",
  summary: "Read a message to the people of an event of your own as they would, without sending it",
  method: "post",
  path: "/events/{id}/messages/preview",
  security: signedIn,
  request: { params: idParam, body: body(MessageInput) },
  responses: {
    200: answer(MessagePreview, "The mail, and how many would get it"),
    ...ofMessage,
    ...refusals("too_many_messages"),
  },
});

const send = call({
  operationId: "sendMessage",
  summary: "Mail the participants of an event of your own, its waitlist, or both",
  method: "post",
  path: "/events/{id}/messages",
  security: signedIn,
  request: { params: idParam, body: body(MessageInput) },
  responses: {
    200: answer(MessageSent, "It is on its way"),
    ...ofMessage,
    ...refusals("not_yours", "under_review", "email_unconfirmed"),
    ...refusals("too_many_messages", "too_many_mails"),
  },
});

const sent = call({
  operationId: "listMessages",
  summary: "List the messages sent to the people of an event of your own, latest first",
  method: "get",
  path: "/events/{id}/messages",
  security: signedIn,
  request: { params: idParam, query: MessageFilter },
  responses: {
    200: page(Message, "One page of the messages"),
    ...refusals("not_yours", "not_found"),
  },
});

/** Streams a long text at the reader's speed, without joining its parts. */
function streamOf(parts: readonly string[]): ReadableStream<Uint8Array> {
  const [rest, encoder] = [parts.values(), new TextEncoder()];
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

/** The organizer's calls about the people of an event. */
export const participants = (limitAttempts: LimitAttempts) =>
  resource()
    .openapi(list, async (c) => {
      const found = await listParticipants(c.var.context, c.req.valid("param").id, c.req.valid("query"));
      return c.json(found.rows, 200, pageHeaders(c.req.url, found));
    })
    .openapi(faces, async (c) => {
      const event = await getEvent(c.var.context, c.req.valid("param").id);
      return c.json(await listFaces(c.var.context, event._id), 200, forEveryone(c, event._id, "members"));
    })
    .openapi(csv, async (c) =>
      c.body(streamOf(await participantsCsv(c.var.context, c.req.valid("param").id)), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="participants.csv"',
      }),
    )
    .openapi(add, async (c) => {
      const ctx = { ...c.var.context, limitAttempts };
      return c.json(await addParticipant(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(remove, async (c) => {
      const { id, memberId } = c.req.valid("param");
      return c.json(await removeParticipant(c.var.context, id, memberId, c.req.valid("json")), 200);
    })
    .openapi(addWithoutMail, async (c) => {
      const ctx = { ...c.var.context, limitAttempts };
      return c.json(await addPerson(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(removeWithoutMail, async (c) => {
      const { id, personId } = c.req.valid("param");
      return c.json(await removePerson(c.var.context, id, personId), 200);
    })
    .openapi(note, async (c) => {
      const { id, personId } = c.req.valid("param");
      return c.json(await notePerson(c.var.context, id, personId, c.req.valid("json")), 200);
    })
    .openapi(preview, async (c) =>
      c.json(await previewMessage(c.var.context, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(send, async (c) => {
      const ctx = { ...c.var.context, limitAttempts };
      return c.json(await sendMessage(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(sent, async (c) => {
      const found = await listMessages(c.var.context, c.req.valid("param").id, c.req.valid("query"));
      return c.json(found.rows, 200, pageHeaders(c.req.url, found));
    });
