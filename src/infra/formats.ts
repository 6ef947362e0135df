/*
 * The formats of the fields that callers get. They are texts and numbers to the compiler; the API description takes
 * format, pattern and example from here.
 */

/**
 * RFC 3339 in UTC with milliseconds.
 * @format date-time
 * @example "2026-11-20T10:15:30.125Z"
 */
export type Instant = string;

/**
 * A calendar date in Africa/Lagos.
 * @format date
 * @example "2026-11-20"
 */
export type LagosDate = string;

/**
 * A SHA-256 hash in hexadecimal.
 * @pattern ^[0-9a-f]{64}$
 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
 */
export type Sha256 = string;

/**
 * A SHA-256 hash in hexadecimal. Whoever does not see clients gets `••••`: what was hashed has clients in it, and guesses
 * could be compared with the hash.
 * @pattern ^([0-9a-f]{64}|••••)$
 * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
 */
export type MaskableSha256 = string;

/**
 * A whole number.
 * @asType integer
 * @minimum 0
 * @example 3
 */
export type Whole = number;

/**
 * The id that Marina gave it: its kind, and a ULID. It never changes.
 * @pattern ^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$
 * @example "ord_01M7W9V1GHGDXV473P1P44ZYCB"
 */
export type Id = string;

/**
 * What one person proposes and another decides: the id of an approval, or a version of the status words.
 * @pattern ^(apr_[0-9A-HJKMNP-TV-Z]{26}|status-words/[1-9][0-9]*)$
 * @example "status-words/3"
 */
export type ProposalId = string;

/**
 * Who has done it: `key:` and the name of a person or of the key of a system, or `system:` and a part of the service.
 * @example "key:ada.obi"
 */
export type ActorName = string;

/**
 * The name of a person, or of the key of a system.
 * @example "ada.obi"
 */
export type PersonName = string;

/**
 * A text for people.
 * @example "The exchange has confirmed it by telephone."
 */
export type Text = string;
