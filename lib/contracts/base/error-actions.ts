/**
 * What may follow from a network's refusal, by what the network speaks (rules: network errors). Without schemas, so that a
 * browser loads little.
 */
export const ERROR_ACTIONS = {
  smpp: ["later", "elsewhere", "refused", "throttled"],
  http: ["refused", "elsewhere", "later", "throttled", "login", "unknown"],
} as const;

export type ErrorKind = keyof typeof ERROR_ACTIONS;
export type ErrorAction = (typeof ERROR_ACTIONS)[ErrorKind][number];
