import { useEffect, useId, useRef, useState } from "react";
import { amountMax, cameMax, thanksMax, unitOf, wordsMax } from "#domain/outcomes/rules.ts";
import type { Outcome } from "#domain/outcomes/shapes.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { CountedField } from "../ui/counted-field.tsx";
import { forgetDraft, keepDraft, readDraft } from "../ui/draft.ts";
import { Field } from "../ui/field.tsx";
import { type FieldErrors, Form, useForm } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { HoursEach } from "./hours-each.tsx";
import { OutcomePictures } from "./outcome-pictures.tsx";
import { countsOf, draftOf, inputOf, isNews, isOther, numberIn, type Said, saidIn } from "./said.ts";
import { ThanksMail } from "./thanks-mail.tsx";
import { WhoCame } from "./who-came.tsx";
import { eventPath, momentOf } from "#domain/events/rules.ts";
import { Link } from "../addresses.ts";

type AfterwardsProps = {
  outcome: Outcome;
  /** True if the outcome was saved on this visit. */
  isKept: boolean;
  /** Called after saving, to reload the outcome. */
  onKept: () => void;
};

/**
 * The outcome of an event, filled in with what is known: an organizer who only presses the button has reported it
 * correctly.
 */
export function AfterwardsForm({ outcome, isKept, onKept }: AfterwardsProps) {
  const { event } = outcome;
  const draftName = `afterwards.${event._id}`;
  const [said, setSaid] = useState(() => saidIn(outcome, readDraft(draftName)["said"]));
  const [isTouched, setTouched] = useState(false);
  const change = (next: Partial<Said>) => {
    setTouched(true);
    setSaid((now) => ({ ...now, ...next }));
  };
  // Stored, so that a reload or a detour to log in loses nothing.
  useEffect(() => {
    if (isTouched) keepDraft(draftName, { said: draftOf(outcome, said) });
  }, [draftName, isTouched, outcome, said]);

  async function send(): Promise<FieldErrors | void> {
    try {
      const param = { id: event._id };
      const { thanked, told } = await ask((api) => api.events[":id"].afterwards.$put({ param, json: inputOf(said) }));
      forgetDraft(draftName);
      setTouched(false);
      toast("success", doneIn(thanked, told));
      onKept();
    } catch (error) {
      return refused(error, "", say("typed.kept"));
    }
  }

  const id = useId();
  const unit = unitOf[event.eventType];
  return (
    <Form
      label={say("after.title")}
      className="after-form mt-3 flex flex-col gap-4"
      check={() => wrongIn(said)}
      onSend={send}
      onType={(values) => {
        const { amount = "", kilograms = "", words = "", thanks = "" } = values;
        if (amount !== said.amount || kilograms !== said.kilograms || words !== said.words || thanks !== said.thanks) {
          change({ amount, kilograms, words, thanks });
        }
      }}
    >
      {outcome.sentAt !== null && <SaidAndThanked outcome={outcome} sentAt={outcome.sentAt} isNew={isKept} />}
      <WhoCame outcome={outcome} said={said} onChange={change} />
      <HoursEach outcome={outcome} said={said} onChange={change} />
      <section aria-labelledby={`${id}-together`} className="sheet flex flex-col gap-3 p-4.5">
        <h2 id={`${id}-together`} className="text-part">
          {say("after.together")}
        </h2>
        <div className="after-amounts" data-two={unit === "bags" || undefined}>
          <Field name="amount" label={say(`after.unit.${unit}`)} inputMode="numeric" defaultValue={said.amount} />
          {unit === "bags" ? (
            <Field
              name="kilograms"
              label={say("after.kilograms")}
              inputMode="decimal"
              placeholder={say("after.kilograms.placeholder")}
              defaultValue={said.kilograms}
            />
          ) : (
            <input type="hidden" name="kilograms" value={said.kilograms} />
          )}
        </div>
        <CountedField
          name="words"
          label={say("after.words")}
          placeholder={say("after.words.placeholder")}
          initial={said.words}
          max={wordsMax}
          full={say("rule.words.too_long")}
          multiline
          rows={3}
        />
      </section>
      <OutcomePictures
        said={said}
        onChange={change}
        onUploaded={(address) => {
          setTouched(true);
          // Other values may have changed during the upload.
          setSaid((now) => ({ ...now, pictures: [...now.pictures, address] }));
        }}
      />
      <section className="sheet flex flex-col gap-3 p-4.5">
        <CountedField
          name="thanks"
          label={say("after.thanks")}
          placeholder={say("after.thanks.placeholder")}
          initial={said.thanks}
          max={thanksMax}
          full={say("rule.thanks.too_long")}
          multiline
          rows={3}
        />
        <ThanksMail outcome={outcome} said={said} />
      </section>
      {isNews(outcome, said) && <Bar outcome={outcome} said={said} />}
    </Form>
  );
}

/** The button, which says whom the press will thank. */
function Bar({ outcome, said }: { outcome: Outcome; said: Said }) {
  const { busy } = useForm();
  const { came, mailed } = countsOf(outcome, said);
  const words =
    outcome.sentAt !== null
      ? mailed > 0
        ? say("after.save.more", { count: mailed })
        : say("after.save")
      : came > 0
        ? say("after.send", { count: came })
        : say("after.save.nobody");
  // Without people to thank, no mail is sent.
  const icon = mailed > 0 ? "send" : "check";
  // Until a person is ticked, saving is not the main button, because ticking comes first.
  const isEmpty = outcome.sentAt === null && came === 0;
  const note = isEmpty ? say("after.nobody") : isOther(outcome, said) && say("after.draft");
  return (
    <div className="after-bar">
      {note && <p>{note}</p>}
      <button type="submit" className={`btn ${isEmpty ? "" : "btn-primary"}`} aria-disabled={busy || undefined}>
        {busy ? <span className="loading loading-spinner loading-sm" aria-hidden /> : <Icon name={icon} />}
        {busy ? say("after.sending") : words}
      </button>
    </div>
  );
}

const doneIn = (thanked: number, told: number): string =>
  [
    thanked > 0 ? say("after.done", { count: thanked }) : say("after.done.saved"),
    ...(told > 0 ? [say("after.done.told", { count: told })] : []),
  ].join(" ");

const isNone = (value: number | null) => value !== null && !(value >= 0 && value <= amountMax);

/** Finds the errors that the page can see itself. */
function wrongIn({ came, amount, kilograms, words, thanks, pictures, peopleAgreed }: Said): FieldErrors {
  const [count, weight] = [numberIn(amount), numberIn(kilograms)];
  return {
    ...(came.length > cameMax && { came: say("rule.came.too_many") }),
    ...((isNone(count) || !Number.isInteger(count ?? 0)) && { amount: say("rule.amount") }),
    ...(isNone(weight) && { kilograms: say("rule.kilograms") }),
    ...(lengthOf(words.trim()) > wordsMax && { words: say("rule.words.too_long") }),
    ...(lengthOf(thanks.trim()) > thanksMax && { thanks: say("rule.thanks.too_long") }),
    ...(pictures.length > 0 && !peopleAgreed && { peopleAgreed: say("rule.agreed.required") }),
  };
}

type SaidProps = {
  outcome: Outcome;
  sentAt: string;
  /** True if the outcome was just reported with the button at the end of the page: then it is announced first. */
  isNew: boolean;
};

/** Says that the outcome was reported and who was thanked, above the form that can correct it. */
function SaidAndThanked({ outcome: { event, people }, sentAt, isNew }: SaidProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const date = momentOf(new Date(sentAt), event.timeZone);
  const isThanked = people.some((person) => person.isThanked);
  const untold = people.some((person) => person.came) ? "after.sent.nobody" : "after.sent.none";
  return (
    <div className="after-done">
      <Icon name="circle-check" className="size-7" />
      <h2 ref={title} tabIndex={-1} className="text-part outline-none">
        {say(isThanked ? "after.sent" : "after.sent.kept")}
      </h2>
      <div>
        <p>{say(isThanked ? "after.sent.text" : untold, { date })}</p>
        <Link to={eventPath(event._id)}>{say("after.see")}</Link>
      </div>
    </div>
  );
}
