/** What the Inngest SDK asks for only to trace an application by OpenTelemetry, which this one does not. */
export function getNodeAutoInstrumentations() {
  return [];
}
