/** The outcomes of requests to the API: done, refused with a 4xx, or failed with a 5xx. */
export const REQUEST_OUTCOMES = ["succeeded", "refused", "failed"] as const;

export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];
