import content from "#db/demo-content.json" with { type: "json" };
import { demoTowns, zones } from "#db/demo.ts";
import { fold } from "#db/fold.ts";
import type { EventType } from "#domain/events/rules.ts";

// The words of a city's events. Each has its folded form for the search, which the database cannot compute.

/** Two activities for each type. */
const deeds: Record<EventType, string[]> = {
  cleanup: ["Riverbank Cleanup", "Litter Pick and Coffee"],
  plantation: ["Tree Planting Morning", "Hedge and Flower Planting"],
  donation: ["Winter Coat Collection", "Toy and Book Drive"],
  education: ["Reading Circle", "Phone Help for Grandparents"],
  healthcare: ["Blood Pressure Checks", "First Aid Course"],
  food: ["Soup Kitchen", "Surplus Market Rescue"],
  awareness: ["Dark Sky Walk", "Zero Waste Tour"],
};

const quarters = (
  "Harbor,Old Town,Northside,Mill Lane,Station,Lakeside,Garden City,Hilltop,Market,Canal,Orchard,Chapel,Bridge,Castle,Meadow," +
  "Quarry,Foundry,University,Southgate,Westend,Eastfield,Riverside,Parkside,Kingsway,Queensway,Seafront,Tramway,Windmill," +
  "Cathedral,Olympic,Republic,Liberty,Union,Victoria,Central,Vineyard,Brickyard,Shipyard,Airfield,Greenfield"
).split(",");

const spots = "Square,Library,School,Park,Hall,Playground,Promenade,Community Center,Sports Ground,Bus Stop".split(",");

const word = (text: string) => ({ text, folded: fold(text) });

/** Activities, all equally frequent: the words of a title, and of its description. */
const happenings = content.events.flatMap(({ kind, scene, description }) =>
  deeds[kind as EventType].map((deed) => ({
    type: kind,
    thumbnail: scene === null ? null : `/scenes/${kind}${scene === 1 ? "" : `-${scene}`}.svg`,
    title: word(deed),
    description: word(description),
  })),
);

export const cityWords = {
  happenings,
  quarters: quarters.map(word),
  spots: spots.map(word),
  towns: Object.entries(zones).map(([town, zone]) => ({
    ...word(town),
    zone,
    id: demoTowns[town]?.id,
    ...demoTowns[town]?.point,
  })),
};
