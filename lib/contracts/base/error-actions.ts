/**
 * The possible outcomes of a network's refusal, by the network's protocol (rules: network errors). They have no
 * schemas, so that a browser loads little.
 */
export const ERROR_ACTIONS = {
  smpp: ["later", "elsewhere", "refused", "throttled"],
  http: ["refused", "elsewhere", "later", "throttled", "login", "unknown"],
} as const;

export type ErrorKind = keyof typeof ERROR_ACTIONS;
export type ErrorAction = (typeof ERROR_ACTIONS)[ErrorKind][number];
