import { type ReactNode, useState } from "react";

import { forgetDraft, keepDraft, readDraft } from "./draft.ts";
import { Form, type FormProps } from "./form.tsx";
import { useAlive } from "./use-alive.ts";

type DraftedFormProps = Omit<FormProps, "children"> & {
  /** The key of the draft in storage. */
  name: string;
  /** The fields, which begin with the draft's values. */
  children: (draft: Readonly<Record<string, string>>) => ReactNode;
};

const none: Readonly<Record<string, string>> = {};

/** A form that keeps its draft in this browser until it is sent: a reload, or a detour to log in, loses nothing. */
export function DraftedForm({ name, onSend, onType, children, ...form }: DraftedFormProps) {
  // The server knows no drafts: they appear after hydration.
  const alive = useAlive();
  // The draft at the first render: text typed during hydration starts a new draft and stays in its field.
  const [kept] = useState(() => readDraft(name));
  const draft = alive ? kept : none;
  return (
    <Form
      {...form}
      key={Object.keys(draft).length > 0 ? "draft" : "new"}
      onType={(values) => {
        keepDraft(name, values);
        onType?.(values);
      }}
      onSend={async (values, element) => {
        const refused = await onSend(values, element);
        if (!refused) forgetDraft(name);
        return refused;
      }}
    >
      {children(draft)}
    </Form>
  );
}
