type PlaceProps = {
  location: string;
  /** The distance, if it is known. */
  away?: string | null;
};

/** An event's location on one line; in a narrow space its last parts are left out. */
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
