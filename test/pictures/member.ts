import type { APIRequestContext } from "@playwright/test";
import { moment, place } from "./moment.ts";
import type { Paths } from "./screens.ts";

const day = 86_400_000;
const member = { name: "Inês Almeida", email: "ines@demo.example", password: "Planting4all" };

/** The events that the member organizes. */
const events = [
  {
    title: "Douro Riverbank Morning",
    eventType: "cleanup",
    location: "Cais de Gaia, Vila Nova de Gaia",
    inDays: 4,
    maxParticipant: "40",
    thumbnail: "cleanup-2",
    description: "We walk both banks between the bridges and fill a boat with what does not belong there.",
  },
  {
    title: "Soup for the Night Shift",
    eventType: "food",
    location: "Rua de Cedofeita 200, Porto",
    inDays: 11,
    maxParticipant: "12",
    thumbnail: "food-2",
    description: "Chop, stir and pour: a pot of caldo verde for the people who keep the city running at night.",
  },
  {
    title: "Oaks for the Hill of Bonfim",
    eventType: "plantation",
    location: "Jardim do Morro, Porto",
    inDays: 25,
    maxParticipant: "up to 60",
    thumbnail: "plantation-3",
    description: "Two hundred young oaks, spades for everyone, and somebody who knows how deep.",
  },
];

/**
 * Registers a member who organizes three events, has joined one of those with guests, and has joined three demo events.
 * @returns the state of the logged-in browser, and the addresses of this data
 */
export async function beMember(request: APIRequestContext, address: string) {
  const image = `${address}/scenes/community-1.svg`;
  await send(request, "/api/auth/sign-up/email", { ...member, image }, { origin: address });
  const { token } = (await (await request.get("/api/auth/token")).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const own: string[] = [];
  for (const { thumbnail, inDays, ...words } of events) {
    const eventDate = new Date(Math.floor(moment.getTime() / day) * day + inDays * day + 9 * 3_600_000).toISOString();
    const thumbnailUrl = `${address}/scenes/${thumbnail}.svg`;
    const input = { ...words, eventDate, timeZone: place, thumbnailUrl, email: member.email };
    const answer = await send(request, "/api/add-event", input, headers);
    own.push((answer as { insertedId: string }).insertedId);
  }
  const [joined = ""] = own;
  const guests = [
    { name: "Rita", under18: false },
    { name: "Tim", under18: true },
  ];
  await send(request, "/api/join-event", { eventId: joined, guests }, headers);
  const cleanup = await idOf(request, "Matosinhos Beach Cleanup");
  for (const title of ["Winter Coat Collection", "Karura Forest Tree Planting"]) {
    const eventId = await idOf(request, title);
    await send(request, "/api/join-event", { eventId, userEmail: member.email }, headers);
  }
  await send(request, "/api/join-event", { eventId: cleanup, userEmail: member.email }, headers);
  const paths: Paths = { event: `/view-event/${cleanup}`, participants: `/manage-events/${joined}` };
  return { state: await request.storageState(), paths };
}

/** The id of an event in the demo content. */
async function idOf(request: APIRequestContext, title: string): Promise<string> {
  const answer = await request.get(`/api/events?search=${encodeURIComponent(title)}`);
  const [event] = (await answer.json()) as { _id: string }[];
  if (!event) throw new Error(`There is no demo event '${title}'.`);
  return event._id;
}

async function send(request: APIRequestContext, path: string, data: object, headers: Record<string, string>) {
  const answer = await request.post(path, { data, headers });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as unknown;
}
