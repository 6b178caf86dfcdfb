import { communityPath, communityWordsMax } from "#domain/communities/rules.ts";
import { lengthOf } from "#domain/rules.ts";
import { say } from "#messages/say.ts";

import { useNavigate } from "../addresses.ts";
import { CommunityFields } from "../communities/community-fields.tsx";
import type { Route } from "./+types/start-community";
import { pageMeta } from "../page-meta.ts";
import { ask } from "../session/ask.ts";
import { refused } from "../session/refused.ts";
import { BackButton } from "../ui/back-button.tsx";
import { DraftedForm } from "../ui/drafted-form.tsx";
import { SubmitButton } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { NarrowPage } from "../ui/narrow-page.tsx";
import { toast } from "../ui/toast.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ matches, path: "/community/new", title: say("start.title"), forMembers: true });

/** Starts a community, with a name, a few words and a picture. Afterwards its founder is on its page. */
export default function StartCommunity() {
  const navigate = useNavigate();

  async function found({
    title = "",
    description = "",
    image = "",
  }: Record<string, string>): Promise<FieldErrors | void> {
    try {
      const { slug, status } = await ask((api) => api.communities.$post({ json: { title, description, image } }));
      toast("success", say(status === "active" ? "start.done" : "start.waits"));
      await navigate(status === "active" ? communityPath(slug) : `${communityPath(slug)}/edit`);
    } catch (error) {
      return refused(error, say("start.failed"));
    }
  }

  return (
    <>
      <BackButton otherwise="/community" />
      <NarrowPage title={say("start.title")} lead={say("start.lead")}>
        <DraftedForm
          name="community"
          label={say("start.title")}
          className="flex flex-col gap-5"
          check={checkCommunity}
          onSend={found}
        >
          {(draft) => (
            <>
              <CommunityFields initial={draft} />
              <SubmitButton busy={say("start.busy")}>{say("start.submit")}</SubmitButton>
            </>
          )}
        </DraftedForm>
      </NarrowPage>
    </>
  );
}

const checkCommunity = ({ description = "" }: Record<string, string>): FieldErrors =>
  lengthOf(description.trim()) > communityWordsMax ? { description: say("rule.community.description.too_long") } : {};
