import { answerChapter, askToBeChapter, endChapter } from "#domain/chapters/commands.ts";
import { listShownLinks } from "#domain/chapters/queries.ts";
import type { Member } from "#domain/members/shapes.ts";
import { outcomeOf } from "./call.ts";
import { giveRight } from "./community-operations.ts";
import type { Make } from "./make.ts";

/** A community with its owner. */
export type Made = { id: string; slug: string; title: string; owner: Member };

/** The rule that refused a field of a call, its refusal, or 'done'. */
export const ruleOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    ({ code, fields }: { code: string; fields: { rule: string }[] }) => fields[0]?.rule ?? code,
  );

/** Communities with owners, and what their owners do about being part of each other. */
export function chaptersIn(make: Make) {
  async function owned(title: string): Promise<Made> {
    const [id, owner] = [await make.community({ title }), await make.member()];
    await giveRight(make, id, owner);
    const slug = `s-${id}`;
    await make.db.updateTable("communities").set({ slug }).where("id", "=", id).execute();
    return { id, slug, title, owner };
  }
  const ask = (chapter: Made, parent: Made, by = chapter.owner) =>
    askToBeChapter(make.context(by), chapter.id, { of: parent.slug });
  const answer = (chapter: Made, parent: Made, accept = true, by = parent.owner) =>
    outcomeOf(answerChapter(make.context(by), { parentId: parent.id, communityId: chapter.id }, { accept }));
  const end = (chapter: Made, parent: Made, by = parent.owner) =>
    outcomeOf(endChapter(make.context(by), { parentId: parent.id, communityId: chapter.id }));
  async function join(chapter: Made, parent: Made) {
    await ask(chapter, parent);
    await answer(chapter, parent);
    await make.db.deleteFrom("outbox").execute();
  }
  const parentOf = async ({ id }: Made) =>
    (await make.db.selectFrom("communities").where("id", "=", id).select("part_of").executeTakeFirst())?.part_of;
  const shown = ({ id }: Made, all = false) => listShownLinks(make.context(), id, all);
  const set = ({ id }: Made, values: object) =>
    make.db.updateTable("communities").set(values).where("id", "=", id).execute();
  const told = async () => (await make.mails()).map(({ to, subject }) => `${to}: ${subject}`);
  return { owned, ask, answer, end, join, parentOf, shown, set, told };
}
