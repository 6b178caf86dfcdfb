import { Icon } from "../ui/icon.tsx";

/** The rule of a series in words, beside the type of an event: 'Every Tuesday, 6 PM'. */
export default function RepeatsBadge({ repeats }: { repeats: string }) {
  return (
    <span className="badge repeats">
      <Icon name="repeat" />
      {repeats}
    </span>
  );
}
