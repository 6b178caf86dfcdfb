// The gate to measure: 300 people, in parties of six.

const parties = 50;
export const people = parties * 6;

/** The settings of a site on which one machine may register everybody. */
export const unlimited = Object.fromEntries(
  ["SIGN_IN", "SIGN_UP", "MAIL", "FORMS", "OUTREACH"].map((name) => [`LIMIT_${name}_PER_ADDRESS`, "off"]),
);

/**
 * Makes an event that begins in an hour and that everybody has joined.
 * @returns the address that opens its gate
 */
export async function makeGate(address: string): Promise<string> {
  const organizer = await newMember(address, "Olga Organizer");
  const begin = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000;
  const { insertedId: eventId } = await organizer<{ insertedId: string }>("/api/add-event", {
    title: "Riverside Morning",
    eventType: "cleanup",
    location: "Boat landing, Porto",
    eventDate: new Date(begin).toISOString(),
    timeZone: "Europe/Lisbon",
    maxParticipant: "1000",
    thumbnailUrl: `${address}/scenes/cleanup-2.svg`,
    description: "We meet at the boat landing.",
  });
  const guests = ["Amara", "Bo", "Chidi", "Dara", "Emil"].map((name) => ({ name, under18: name === "Bo" }));
  for (let party = 0; party < parties; party++) {
    const joins = await newMember(address, `Person ${String.fromCharCode(65 + (party % 26))}ov`);
    await joins("/api/join-event", { eventId, guests });
  }
  const { key } = await organizer<{ key: { url: string } }>(`/api/gates/${eventId}/keys`, { label: "Bench" });
  return key.url;
}

/** Makes a logged-in member; returns their caller. */
async function newMember(address: string, name: string) {
  const email = `bench-${crypto.randomUUID()}@demo.example`;
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ name, email, password: "Planting4all", image: `${address}/scenes/mark.svg` }),
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const { token } = (await (await fetch(`${address}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  return async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}
