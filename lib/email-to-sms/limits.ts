/** Largest e-mail that is looked at, in bytes, attachments included (decisions "Integrations"). */
export const MAX_EMAIL_BYTES = 1024 * 1024;

/** Most numbers that one e-mail may be addressed to. */
export const MAX_EMAIL_RECIPIENTS = 100;

/** Largest head of an e-mail and its most lines: far beyond any real one, and what checking signatures costs. */
export const MAX_HEAD_BYTES = 128 * 1024;
export const MAX_HEAD_LINES = 1000;

/** Each signature is a question to the name servers of whoever wrote it. */
export const MAX_SIGNATURES = 10;
