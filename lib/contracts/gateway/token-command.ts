/**
 * Returns a shell command that exchanges an API key for an access token.
 * @param baseUrl the address of this installation.
 */
export function tokenCommand(baseUrl: string, clientId: string, clientSecret: string): string {
  const parameters = [`client_id=${clientId}`, `client_secret=${clientSecret}`];
  const words = parameters.map((parameter) => `--data-urlencode "${parameter}"`);
  return `curl ${baseUrl}/gateway/auth/token ${words.join(" ")}`;
}
