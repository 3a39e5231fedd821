/** Signs an account in as the sign-in page does, and returns the header `Cookie` of its session. */
export async function signIn(
  port: number,
  { userId: email, password }: { userId: string; password: string },
): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const asked = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    redirect: "manual",
  });
  const cookies = cookiesOf(answer);
  if (!cookies.includes("session")) throw new Error(`Signing in was answered with ${answer.status}.`);
  return cookies;
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
