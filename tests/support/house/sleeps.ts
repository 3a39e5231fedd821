/**
 * The ways to let real time pass: a timer, a timer as a promise, a pause of the browser, and a sleep of
 * PostgreSQL.
 */
const SLEEP =
  /(?<![.\w])setTimeout\(|import \{[^}]*\b(?:setTimeout|setInterval|scheduler)\b[^}]*\} from "(?:node:)?timers(?:\/promises)?"|\bwaitForTimeout\(|\bAtomics\.wait\(|\bpg_sleep(?:_\w+)?\(/g;

/** Returns the number of each line on which a test sleeps. */
export function sleepsIn(text: string): number[] {
  return [...text.matchAll(SLEEP)].map(({ index }) => text.slice(0, index).split("\n").length);
}
