/** Why an import cannot be done, in one sentence for the operator; nothing has been changed. */
export class PortedImportError extends Error {
  override readonly name = "PortedImportError";
}
