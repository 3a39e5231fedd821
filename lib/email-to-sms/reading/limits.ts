/** The largest email that is accepted, in bytes, attachments included (rules: email limits). */
export const MAX_EMAIL_BYTES = 1024 * 1024;

/** The most numbers of one email. */
export const MAX_EMAIL_RECIPIENTS = 100;

/**
 * The largest head of an email and its most lines: far beyond any real one. They bound the work of checking
 * signatures.
 */
export const MAX_HEAD_BYTES = 128 * 1024;
export const MAX_HEAD_LINES = 1000;

/** The most lines of an email: three times those of the largest attachment. Hashing works line by line. */
export const MAX_LINES = 50_000;

/** The most lines that end in a line feed alone, which no mail server writes (RFC 5321 section 2.3.8). */
export const MAX_BARE_LINE_FEEDS = 1000;

/**
 * The most signatures of the sender's own organisation that are checked: each needs a hash and a query of name
 * servers.
 */
export const MAX_SIGNATURES = 3;

/** The longest header line that is read as a signature, or as a list of addresses, in characters. */
export const MAX_SIGNATURE_CHARACTERS = 8 * 1024;
export const MAX_ADDRESSES_CHARACTERS = 16 * 1024;

/** The most characters of a part that become text: eleven parts are far less, even with long quotations above them. */
export const MAX_TEXT_CHARACTERS = 200_000;

/** The time for which a repeat is recognised (rules: email repeats): mail servers retry for up to five days. */
export const REPEAT_KEPT_MS = 7 * 24 * 3_600_000;

/** The most emails of one account that a process accepts within a minute (rules: email limits). */
export const MAX_EMAILS_PER_MINUTE = 60;
