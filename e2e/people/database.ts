import { createHash, randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import pg from "pg";

/** Updates the one row that a statement matches: data that otherwise only a mailbox or a phone has. */
export async function changeRow(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? "" });
  await client.connect();
  const { rowCount } = await client.query(statement, values);
  await client.end();
  expect(rowCount).toBe(1);
}

/** Gives an invitation a token that this test knows. The original token is only in the emailed link. */
export async function invitationToken(email: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await changeRow("update invitations set token_hash = $1 where email = $2", [hash, email]);
  return token;
}
