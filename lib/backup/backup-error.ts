/** Why a backup cannot be made or restored, in one sentence for the operator. The database is as it was. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
