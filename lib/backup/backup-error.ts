/**
 * The reason why a backup cannot be written or restored, in one sentence for the operator. The database is unchanged.
 */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
