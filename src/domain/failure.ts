import type { CodeOf, MessageKey } from "#messages/say.ts";
import { type Outage, outageIn } from "./outage.ts";

/** The name of a refusal: each has a `failure.*` sentence, so that no refusal is without words. */
export type FailureCode = CodeOf<"failure">;

/** The HTTP status of every refusal. A sentence without a status does not compile, nor the reverse. */
export const statusOf = {
  invalid_json: 400,
  sign_in_required: 401,
  invalid_credentials: 401,
  id_token_invalid: 401,
  passkey_unknown: 401,
  not_yours: 403,
  email_unconfirmed: 403,
  other_account: 403,
  log_in_again: 403,
  prove_again: 403,
  suspended: 403,
  no_password: 409,
  untrusted_origin: 403,
  not_found: 404,
  under_review: 403,
  already_decided: 409,
  cannot_join: 409,
  cannot_join_community: 409,
  blocks_full: 409,
  follows_full: 409,
  communities_full: 409,
  chapter_of_chapter: 409,
  series_full: 409,
  series_over: 409,
  not_yet_regular: 409,
  regulars_full: 409,
  dates_unfit: 409,
  still_organizes: 409,
  owns_community: 409,
  keys_full: 409,
  organizers_full: 409,
  already_organizer: 409,
  last_owner: 409,
  devices_full: 409,
  credentials_full: 409,
  key_revoked: 410,
  pass_unknown: 401,
  taken_down: 409,
  link_used: 410,
  code_expired: 410,
  link_broken: 404,
  spot_gone: 410,
  invitation_gone: 410,
  no_such_call: 404,
  no_such_member: 404,
  event_over: 409,
  event_begun: 409,
  account_needed: 409,
  of_community: 409,
  event_draft: 409,
  outcome_early: 409,
  outcome_late: 409,
  event_not_over: 409,
  assertion_needless: 409,
  assertion_open: 409,
  assertion_late: 409,
  assertion_gone: 410,
  event_cancelled: 409,
  people_full: 409,
  no_offer: 409,
  already_joined: 409,
  email_taken: 409,
  passkeys_full: 409,
  passkey_taken: 409,
  host_stays: 409,
  account_not_linked: 409,
  too_large: 413,
  picture_too_large: 413,
  picture_unreadable: 415,
  picture_too_complex: 422,
  invalid: 422,
  email_needed: 422,
  passkey_unreadable: 422,
  too_many_attempts: 429,
  too_many_pictures: 429,
  too_many_events: 429,
  too_many_writes: 429,
  too_many_viewers: 429,
  too_many_messages: 429,
  too_many_posts: 429,
  too_many_mails: 429,
  internal: 500,
  only_json: 501,
  import_too_large: 413,
  import_unreadable: 415,
  import_address: 422,
  too_many_imports: 429,
  already_imported: 409,
  import_off: 501,
  import_unreachable: 502,
  imports_busy: 503,
  no_google_sign_in: 501,
  google_unreachable: 502,
  pictures_busy: 503,
  unavailable: 503,
  cannot_save: 503,
  too_busy: 503,
  sign_in_unreachable: 503,
} as const satisfies Record<FailureCode, number>;

/** The error of one field of an input: its path, the key of its sentence, and the values in the sentence. */
export type FieldFailure = { path: string; rule: MessageKey; values?: Record<string, string | number> };

/** A refusal: it is expected, shown to the caller, and never logged as a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly fields: readonly FieldFailure[];
  /** The number of seconds after which to try again, if it is known. */
  readonly retryAfter: number | null;

  constructor(code: FailureCode, fields: readonly FieldFailure[] = [], retryAfter: number | null = null) {
    super(code);
    this.name = "Failure";
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  /**
   * The adapters and the server's bundle each load a copy of this class, and each copy must recognize the other's
   * refusals.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Failure";
  }

  get status() {
    return statusOf[this.code];
  }
}

/** The number of seconds after which to retry if the database was unreachable, took too long, or has no room left. */
const waitFor: Record<Outage, number> = { unavailable: 2, cannot_save: 30 };

/**
 * Returns the refusal to show for an error: the error itself if it is a refusal, or the code of an outage; null for a
 * bug.
 */
export function refusalIn(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const outage = outageIn(error);
  return outage && new Failure(outage, [], waitFor[outage]);
}

/** A permanently rejected mail, for example because of its address: trying again would not help. */
export class Undeliverable extends Error {}

/**
 * A mail that did not reach a mail server, or lost it on the way: other mails would fail too, and all may succeed once
 * it is back.
 */
export class MailServerAway extends Error {}
