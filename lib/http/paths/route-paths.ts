/** Folders whose route files answer every path below them, known or not. */
const ROUTE_FOLDERS = ["/api", "/gateway"];

/** All other paths with a route file, which answers every method itself; a test holds them against `app`. */
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
 * Whether a path, in percent-encoding, is for a route file: by itself, or with a slash behind it. A route is found by
 * its path as it stands: with a character of it encoded, there is nothing.
 */
export function isRoutePath(path: string): boolean {
  const asked = path.replace(/(?<=.)\/$/, "");
  return (
    ROUTES.has(asked) || ROUTE_FOLDERS.some((folder) => asked === folder || asked.startsWith(`${folder}/`))
  );
}
