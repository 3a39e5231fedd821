/** The cell of `DATABASE_URL` (rules: cells). It has the directory, and the data without an account. */
export const HOME_CELL = 1;

/** The highest number of a cell: the API accepts account ids of nine digits. */
export const MAX_CELL = 49;

/** The highest account id that the database can store. */
export const MAX_ACCOUNT_ID = 2_147_483_647;

/** The account ids of a cell. The ids of the home cell begin at 1, and span the range of two cells. */
const IDS = 20_000_000;

/** Returns the first id of an account, or of another sequence, in a cell that is not home. */
export function firstIdOf(cell: number): number {
  return cell * IDS + 1;
}

/** Returns the cell of an account or a person by the id. */
export function cellOfAccount(accountId: number): number {
  return accountId < firstIdOf(HOME_CELL + 1) ? HOME_CELL : Math.floor((accountId - 1) / IDS);
}

/** A kind in front, the number of a cell, and random characters: base64url has no full stop. */
const NUMBERED = /^(?:[a-z]+_)?([1-9]\d{0,2})\./;

/** Returns the cell in a token, a client id or another credential. A credential without a number belongs to home. */
export function cellOfCredential(credential: string): number {
  const number = Number(NUMBERED.exec(credential)?.[1] ?? HOME_CELL);
  return number > MAX_CELL ? HOME_CELL : number;
}

/**
 * Returns the number in front of a credential's random part. It is empty at home, whose credentials have no number.
 */
export function cellMark(cell: number): string {
  return cell === HOME_CELL ? "" : `${cell}.`;
}

/** Returns the cell field of a log line. It is empty for home. */
export function inCell(cell: number): { cell?: number } {
  return cell === HOME_CELL ? {} : { cell };
}
