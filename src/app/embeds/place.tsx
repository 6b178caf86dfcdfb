type PlaceProps = {
  location: string;
  /** How far away it is, where that is known. */
  away?: string | null;
};

/** Where an event is, in one line: where there is little room, its last parts are left out. */
export function Place({ location, away }: PlaceProps) {
  const parts = `${away ? `${away} · ` : ""}${location}`.split(/(?=[,،、，])/);
  return (
    <p dir="auto" className="where">
      {parts.map((part, place) => (
        <span key={place}>{part}</span>
      ))}
    </p>
  );
}
