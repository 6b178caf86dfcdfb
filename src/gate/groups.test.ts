import { describe, expect, it } from "vitest";
import type { RosterPerson } from "#domain/gates/rules.ts";
import { companyIn, groupsFound, groupsOf, partyNamesIn } from "./groups.ts";

const person = (name: string, partyId = name, isGuest = false): RosterPerson => ({
  id: name,
  partyId,
  name,
  code: "K7QM",
  under18: false,
  guardian: null,
  isGuest,
});
const people = [
  person("Zoe G.", "Amara O.", true),
  person("Álvaro S."),
  person("Amara O."),
  person("فاطمة ب."),
  person("Bea L."),
];
const walkIn = { id: "w", name: "Aaron", under18: false, guardian: null, code: null, partyId: null };

describe("groupsOf", () => {
  it("sorts by name, with each party at its registrant's place and walk-ins at the end", () => {
    const groups = groupsOf(people, [walkIn], () => true);
    expect(groups.map(({ entries }) => entries.map(({ name }) => name))).toEqual([
      ["Álvaro S."],
      ["Amara O.", "Zoe G."],
      ["Bea L."],
      ["فاطمة ب."],
      ["Aaron"],
    ]);
    expect(groups.map(({ letter }) => letter)).toEqual(["A", "A", "B", "ف", "+"]);
    expect(groups.map(({ party }) => party?.name ?? null)).toEqual([null, "Amara", null, null, null]);
  });

  it("keeps initials in order if only some of a party are shown, listed by their own names", () => {
    const guests = [person("Ævar H."), person("Adão B."), person("Kit", "Adão B.", true), person("Al", "Zoe Q.", true)];
    const groups = groupsOf([...people, ...guests, person("Zoe Q.")], [], (id) => id !== "Adão B." && id !== "Zoe Q.");
    expect(groups.map(({ entries, letter }) => [letter, entries[0]?.name])).toEqual([
      ["A", "Ævar H."],
      ["", "Al"],
      ["", "Álvaro S."],
      ["A", "Amara O."],
      ["B", "Bea L."],
      ["K", "Kit"],
      ["ف", "فاطمة ب."],
    ]);
  });

  it("does not show a single person as a party, and knows all members of a partly shown party", () => {
    const [group] = groupsOf(people, [], (id) => id === "Zoe G.");
    expect(group).toMatchObject({ party: null, letter: "Z" });
    const [party] = groupsOf(
      [...people, person("Kit", "Amara O.", true)],
      [],
      (id) => id !== "Zoe G." && id !== "Álvaro S.",
    );
    expect([party?.entries.length, party?.party?.people.length]).toEqual([2, 3]);
  });
});

describe("partyNamesIn", () => {
  it("uses the first name, with an initial if several parties would have the same name", () => {
    const others = [person("Amara S."), person("Bea L."), person("Kit", "Bea L.", true)];
    expect([...partyNamesIn([...people, ...others]).values()]).toEqual(["Amara", "Bea"]);
    const also = [person("Amara T."), person("Kit", "Amara T.", true)];
    expect([...partyNamesIn([...people, ...also]).values()]).toEqual(["Amara O.", "Amara T."]);
  });
});

describe("companyIn", () => {
  it("names only the registrant of each guest", () => {
    expect([...companyIn(people)]).toEqual([["Zoe G.", "Amara O."]]);
  });
});

describe("groupsFound", () => {
  const [zoe, alone, amara] = people as [RosterPerson, RosterPerson, RosterPerson];
  const chidi = person("Chidi O.", "Amara O.", true);
  const all = [...people, chidi];
  const namesIn = (found: Parameters<typeof groupsFound>[1]) =>
    groupsFound(all, found).map(({ party, entries }) => [party?.name ?? null, ...entries.map(({ name }) => name)]);

  it("includes the whole party of a found person once, with the found person first", () => {
    expect(namesIn([chidi])).toEqual([["Amara", "Chidi O.", "Amara O.", "Zoe G."]]);
    expect(namesIn([chidi, amara])).toEqual([["Amara", "Amara O.", "Chidi O.", "Zoe G."]]);
    expect(groupsFound(all, [zoe])[0]?.party?.people).toHaveLength(3);
  });

  it("does not show single people and walk-ins as parties, and keeps the order of the search", () => {
    expect(namesIn([walkIn, alone, chidi])).toEqual([
      [null, "Aaron"],
      [null, "Álvaro S."],
      ["Amara", "Chidi O.", "Amara O.", "Zoe G."],
    ]);
  });
});
