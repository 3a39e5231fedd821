/** The reason that an import failed, as one sentence for the operator. Nothing has been changed. */
export class PortedImportError extends Error {
  override readonly name = "PortedImportError";
}
