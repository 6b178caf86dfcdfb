import { say } from "#messages/records-verify.ts";

/** Asks for the number of a record, as it stands on the sheet; it works without script. */
export const NumberForm = ({ number }: { number: string }) => (
  <form action="/verify" className="sheet verify-part">
    <label htmlFor="number" className="font-semibold">
      {say("verify.number")}
    </label>
    <input
      id="number"
      name="number"
      className="input w-full"
      defaultValue={number}
      required
      maxLength={60}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby="number-hint"
    />
    <p id="number-hint" className="quiet text-sm">
      {say("verify.number.hint")}
    </p>
    <button type="submit" className="btn btn-primary self-start">
      {say("verify.check")}
    </button>
  </form>
);
