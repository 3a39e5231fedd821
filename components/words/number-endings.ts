/** The outcome of a message in the simulated network, by the last digits of its number. */
export const NUMBER_ENDINGS = [
  { ending: "9902", outcome: "Not delivered, code 2" },
  { ending: "9904", outcome: "Queued by network, code 4, then delivered" },
  { ending: "9908", outcome: "Accepted by network, with no final report" },
  { ending: "9916", outcome: "Not delivered, code 16" },
  { ending: "9917", outcome: "Rejected by network: FAILED" },
] as const;
