import { sql, type Kysely } from "kysely";

/**
 * Passkeys, and the challenges for them. Mailed links belong to their member, so that they end together. Also whether a
 * password's owner has proved the address, and how often all access to an account was ended, which identifies earlier
 * requests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column access_generation integer not null default 0`.execute(db);
  await sql`alter table accounts add column proven boolean not null default false`.execute(db);
  await sql`create table mail_links (
    secret_hash text primary key,
    member_id uuid not null references members (id) on delete cascade,
    email text not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index mail_links_of_member on mail_links (member_id)`.execute(db);

  await sql`create table passkeys (
    id uuid primary key,
    member_id uuid not null references members (id) on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`.execute(db);
  await sql`create index passkeys_of_member on passkeys (member_id)`.execute(db);
  await sql`create table passkey_challenges (
    challenge text primary key,
    member_id uuid references members (id) on delete cascade,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index passkey_challenges_of_member on passkey_challenges (member_id)`.execute(db);

  // Links in people's mailboxes keep working. The value is a member's id, or an object that contains one.
  await sql`insert into mail_links (secret_hash, member_id, email, expires_at)
    select identifier, members.id, coalesce(link.value ->> 'email', members.email), link.expires_at
    from (
      select identifier, expires_at, case when value like '{%' then value::jsonb else jsonb_build_object('memberId', value) end as value
      from verifications where value ~ '^[0-9a-f-]{36}$' or value like '{"memberId":%'
    ) as link
    join members on members.id::text = link.value ->> 'memberId'
    on conflict do nothing`.execute(db);
  await sql`delete from verifications where value ~ '^[0-9a-f-]{36}$' or value like '{"memberId":%'`.execute(db);
}
