import "./shown.css";

/** Short facts in a row with dots between them; no dot is left over at the end of a line. */
export const Facts = ({ of }: { of: readonly string[] }) => (
  <p className="facts">
    {of.filter(Boolean).map((fact) => (
      <span key={fact}>{fact} </span>
    ))}
  </p>
);
