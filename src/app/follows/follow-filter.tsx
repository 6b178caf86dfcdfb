import { say } from "#messages/follows-button.ts";

import { FollowButton } from "./follow-button.tsx";

export type FollowFilterProps = {
  /** The query of the list's address. */
  query: string;
  /** What it asks for, after 'events'; '' for every event. */
  words: string;
  /** Whether there is nothing yet that it finds. */
  first?: boolean;
  icon?: string;
  className: string;
};

/** Follows what a list shows. */
export default function FollowFilter({ query, words, first = false, ...look }: FollowFilterProps) {
  return (
    <FollowButton
      wish={{ about: "filter", filter: query }}
      name={words ? say("follows.list.some", { words }) : say("follows.list.all")}
      words={first ? "list" : "list.new"}
      {...look}
    />
  );
}
