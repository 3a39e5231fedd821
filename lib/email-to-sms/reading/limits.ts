/** Largest email that is looked at, in bytes, attachments included (rules: email limits). */
export const MAX_EMAIL_BYTES = 1024 * 1024;

/** Most numbers that one email may be addressed to. */
export const MAX_EMAIL_RECIPIENTS = 100;

/** Largest head of an email and its most lines: far beyond any real one, and what checking signatures costs. */
export const MAX_HEAD_BYTES = 128 * 1024;
export const MAX_HEAD_LINES = 1000;

/** Most lines of an email: three times those of one that is all attachment. Hashing costs by the line. */
export const MAX_LINES = 50_000;

/** Most of them that end in a line feed alone, which no mail server writes (RFC 5321 section 2.3.8). */
export const MAX_BARE_LINE_FEEDS = 1000;

/** Signatures of the sender's own organisation that are looked at: each costs a hash and a question to name servers. */
export const MAX_SIGNATURES = 3;

/** Longest header line that is taken for a signature, or read as a list of addresses; in characters. */
export const MAX_SIGNATURE_CHARACTERS = 8 * 1024;
export const MAX_ADDRESSES_CHARACTERS = 16 * 1024;

/** How much of a part is made a text: eleven parts are far less, whatever is quoted above them. */
export const MAX_TEXT_CHARACTERS = 200_000;

/** Mail servers try for up to five days: so long a repeat is known (rules: email repeats). */
export const REPEAT_KEPT_MS = 7 * 24 * 3_600_000;

/** Emails of one account in each process that are taken within a minute (rules: email limits). */
export const MAX_EMAILS_PER_MINUTE = 60;
