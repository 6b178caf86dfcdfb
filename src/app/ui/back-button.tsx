import { useNavigate } from "react-router";

import { say } from "#messages/frame.ts";
import { Icon } from "./icon.tsx";

/** One step back in history (specification 2 'Routes'); for who came straight here, and without script, to `otherwise`. */
export function BackButton({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate();
  return (
    <a
      href={otherwise}
      className="btn btn-ghost -ml-3 w-fit px-3 print:hidden"
      onClick={(event) => {
        event.preventDefault();
        // React Router numbers the steps of this visit; the first is 0, and before it is another site.
        const { idx } = (history.state ?? {}) as { idx?: number };
        void (idx ? navigate(-1) : navigate(otherwise));
      }}
    >
      <Icon name="arrow-left" className="size-5" />
      {say("back")}
    </a>
  );
}
