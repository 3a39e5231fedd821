/**
 * A command that exchanges an API key for an access token, ready to be pasted into a shell.
 * @param baseUrl where this installation is reached.
 */
export function tokenCommand(baseUrl: string, clientId: string, clientSecret: string): string {
  const parameters = [`client_id=${clientId}`, `client_secret=${clientSecret}`];
  const words = parameters.map((parameter) => `--data-urlencode "${parameter}"`);
  return `curl ${baseUrl}/gateway/auth/token ${words.join(" ")}`;
}
