import { sql, type Kysely } from "kysely";

/**
 * Following a community no longer has any effect. Each confirmed address that follows one gets a mail about that. The
 * tasks are created here, because it happens only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into outbox (id, kind, key, payload, run_at)
    select gen_random_uuid(), 'community_silent', 'community_silent:' || encode(sha256(convert_to(email, 'UTF8')), 'hex'),
      jsonb_build_object('email', email), now()
    from (
      select distinct follows.email from follows join subscribers on subscribers.email = follows.email
      where community_id is not null and follows.confirmed_at is not null and subscribers.confirmed_at is not null
    ) followers
    on conflict do nothing`.execute(db);
}
