import { say } from "#messages/say.ts";
import { type Address, useNavigate } from "../addresses.ts";
import { Icon } from "./icon.tsx";

/** Goes one step back in history (specification 2 'Routes'); readers who came straight here go to `otherwise`. */
export function useGoBack(otherwise: Address): () => void {
  const navigate = useNavigate();
  return () => {
    // React Router numbers the steps of this visit; the first is 0, and before it is another site.
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (idx ? navigate(-1) : navigate(otherwise));
  };
}

/** A button one step back; without script, a link to `otherwise`. */
export function BackButton({ otherwise }: { otherwise: Address }) {
  const goBack = useGoBack(otherwise);
  return (
    <a
      href={otherwise}
      className="back print:hidden"
      onClick={(event) => {
        event.preventDefault();
        goBack();
      }}
    >
      <Icon name="arrow-left" />
      {say("back")}
    </a>
  );
}
