/** Folders whose route files answer every path below them, known or not. */
const ROUTE_FOLDERS = ["/api", "/gateway"];

/** All other paths with a route file, which answers every method itself. A test compares them with `app`. */
const ROUTES: ReadonlySet<string> = new Set([
  "/automation/webhook.php",
  "/crm-a/workflow.php",
  "/crm-b/workflow.php",
  "/crm-c/send.php",
  "/docs/clients/gateway.py",
  "/docs/clients/gateway.ts",
  "/docs/search.json",
  "/email/inbound",
  "/healthz",
  "/mail-addin/manifest.xml",
  "/mail-addin/send.php",
  "/metrics",
  "/openapi.json",
  "/readyz",
  "/send.php",
  "/simulator/inbound",
  "/simulator/messages",
  "/storefront/webhook.php",
]);

/**
 * Returns whether a path, in percent-encoding, belongs to a route file, with or without a slash at its end. Routes
 * compare the encoded path: one with an encoded character does not exist.
 */
export function isRoutePath(path: string): boolean {
  const asked = path.replace(/(?<=.)\/$/, "");
  return (
    ROUTES.has(asked) || ROUTE_FOLDERS.some((folder) => asked === folder || asked.startsWith(`${folder}/`))
  );
}
