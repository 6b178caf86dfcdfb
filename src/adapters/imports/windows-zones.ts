import zones from "cldr-core/supplemental/windowsZones.json" with { type: "json" };

/** The territory under which Unicode lists a zone's largest city. */
const anywhere = "001";

/**
 * IANA's names of time zones by Microsoft's own names, which its programs write into calendars. The list is Unicode's.
 */
export const windowsZones: ReadonlyMap<string, string> = new Map(
  zones.supplemental.windowsZones.mapTimezones.flatMap(
    ({ mapZone: { _other: name, _type: zone, _territory: place } }) =>
      place === anywhere ? [[name, zone] as const] : [],
  ),
);
