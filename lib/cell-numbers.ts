/** The cell of `DATABASE_URL`: it has the directory, and what belongs to no account (rules: cells). */
export const HOME_CELL = 1;

/** The highest number that a cell may have: the API takes account ids of nine digits. */
export const MAX_CELL = 49;

/** The highest account id that the database can hold. */
export const MAX_ACCOUNT_ID = 2_147_483_647;

/** How many account ids a cell has. Those of the home cell begin at 1, and it has those of two. */
const IDS = 20_000_000;

/** The first id of an account, and of whatever else has a sequence, in a cell that is not home. */
export function firstIdOf(cell: number): number {
  return cell * IDS + 1;
}

/** The cell of an account, or of a person, by the id (rules: cells). */
export function cellOfAccount(accountId: number): number {
  return accountId < firstIdOf(HOME_CELL + 1) ? HOME_CELL : Math.floor((accountId - 1) / IDS);
}

/** A kind in front, the number of a cell, and what is random: base64url has no full stop. */
const NUMBERED = /^(?:[a-z]+_)?([1-9]\d{0,2})\./;

/** The cell that a token, a client id or another credential names; home for one without a number. */
export function cellOfCredential(credential: string): number {
  const number = Number(NUMBERED.exec(credential)?.[1] ?? HOME_CELL);
  return number > MAX_CELL ? HOME_CELL : number;
}

/** The number in front of the random part of a credential; nothing at home, whose credentials stay as they are. */
export function cellMark(cell: number): string {
  return cell === HOME_CELL ? "" : `${cell}.`;
}

/** What a line of the log says of the cell that it is about: nothing of home. */
export function inCell(cell: number): { cell?: number } {
  return cell === HOME_CELL ? {} : { cell };
}
