import zones from "cldr-core/supplemental/windowsZones.json" with { type: "json" };

/** The territory under which Unicode lists a zone's largest city. */
const anywhere = "001";

/**
 * IANA's name for each of the time zones that Microsoft's programs know by names of their own, and put into calendars. The list is
 * Unicode's.
 */
export const windowsZones: ReadonlyMap<string, string> = new Map(
  zones.supplemental.windowsZones.mapTimezones.flatMap(
    ({ mapZone: { _other: name, _type: zone, _territory: place } }) =>
      place === anywhere ? [[name, zone] as const] : [],
  ),
);
