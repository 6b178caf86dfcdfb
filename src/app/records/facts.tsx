import "./shown.css";

/** Short facts in a row with dots between them: where a line is full, no dot is left over at its end. */
export const Facts = ({ of }: { of: readonly string[] }) => (
  <p className="facts">
    {of.filter(Boolean).map((fact) => (
      <span key={fact}>{fact} </span>
    ))}
  </p>
);
