import { sql, type Kysely } from "kysely";

/**
 * Reports, and hosts' decisions about them.
 *
 * An event under review is a draft to all code that does not look closer, including the previous version: no list, feed
 * or reminder has it. A trigger keeps it a draft, whatever publishes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table events add column review text`,
  sql`create function keep_reviewed_back() returns trigger language plpgsql as $$
    begin
      if new.review is not null then new.is_draft := true; end if;
      return new;
    end $$`,
  sql`create trigger events_under_review before insert or update of is_draft, review on events
    for each row execute function keep_reviewed_back()`,
  sql`alter table communities add column hidden_at timestamptz`,
  sql`alter table pictures add column hidden_at timestamptz`,

  sql`create table reviews (
    id uuid primary key,
    about text not null check (about in ('event', 'event_picture', 'community', 'community_picture', 'name', 'photo')),
    subject_id uuid not null,
    cause text not null check (cause in ('report', 'first', 'words')),
    opened_at timestamptz not null,
    reports integer not null default 0 check (reports >= 0),
    confirmed integer not null default 0 check (confirmed between 0 and reports),
    hidden_at timestamptz,
    hidden_for text,
    withheld text,
    answer text,
    answered_at timestamptz,
    decision text check (decision in ('none', 'restore', 'delete')),
    decided_at timestamptz,
    decided_for text,
    check ((decision is null) = (decided_at is null) and (decision is null) = (decided_for is null)),
    check ((hidden_at is null) = (hidden_for is null)),
    check ((answer is null) = (answered_at is null))
  )`,
  // At most one open review per subject.
  sql`create unique index reviews_open on reviews (about, subject_id) where decided_at is null`,
  sql`create index reviews_open_in_order on reviews ((confirmed < 3), id) where decided_at is null`,
  sql`create index reviews_decided on reviews (decided_at) where decided_at is not null`,

  sql`create table reports (
    id uuid primary key,
    review_id uuid not null references reviews (id) on delete cascade,
    reporter_id uuid references members (id) on delete set null,
    email text,
    reason text not null check (reason <> ''),
    words text not null,
    is_confirmed boolean not null,
    created_at timestamptz not null,
    unique (review_id, reporter_id),
    unique (review_id, email)
  )`,
  sql`create index reports_of_reporter on reports (reporter_id) where reporter_id is not null`,
  sql`create index reports_of_email on reports (email) where email is not null`,
];
