import { useRef } from "react";

import { communityTitleMax, communityWordsMax } from "#domain/communities/rules.ts";
import { say } from "#messages/say.ts";

import { UploadButton } from "../session/upload-button.tsx";
import { CountedField } from "../ui/counted-field.tsx";
import { Field } from "../ui/field.tsx";
import { fillField } from "../ui/form.tsx";

type CommunityFieldsProps = { initial: Readonly<Record<string, string>> };

/** The three fields of a community: its name, what it does, and a picture. */
export function CommunityFields({ initial }: CommunityFieldsProps) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      <CountedField
        name="title"
        label={say("start.name")}
        max={communityTitleMax}
        full={say("rule.community.title.too_long")}
        placeholder={say("start.name.placeholder")}
        initial={initial["title"] ?? ""}
        required
        whenMissing={say("rule.community.title.required")}
      />
      <CountedField
        name="description"
        label={say("start.words")}
        max={communityWordsMax}
        full={say("rule.community.description.too_long")}
        placeholder={say("start.words.placeholder")}
        initial={initial["description"] ?? ""}
        required
        whenMissing={say("rule.community.description.required")}
        multiline
        rows={3}
      />
      <div ref={frame} className="flex flex-col gap-3">
        <Field
          name="image"
          label={say("start.picture")}
          inputMode="url"
          autoComplete="off"
          aside={<span className="quiet text-sm">{say("form.optional")}</span>}
          placeholder={say("form.thumbnail.placeholder")}
          defaultValue={initial["image"] ?? ""}
        />
        <UploadButton
          label={say("form.thumbnail.upload")}
          onUploaded={(address) => fillField(frame.current, "image", address)}
        />
      </div>
    </>
  );
}
