/** Calls next-auth, which requires a CSRF token of its own. Returns the response's status and URL. */
async function post(path: string, values: Record<string, string>): Promise<{ ok: boolean; url: string }> {
  const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ ...values, csrfToken, json: "true" }),
  });
  const { url } = await response.json();
  return { ok: response.ok, url: String(url) };
}

/**
 * Begins a session.
 * @returns undefined on success, otherwise the code of the refusal.
 * @throws if no server responds.
 */
export async function signIn(given: {
  email: string;
  password: string;
  code: string;
}): Promise<string | undefined> {
  const { ok, url } = await post("callback/credentials", given);
  return ok ? undefined : (new URL(url, location.origin).searchParams.get("error") ?? "");
}

/** Ends the session and opens a public page. */
export async function signOut(place: string): Promise<void> {
  await post("signout", { callbackUrl: place });
  location.assign(place);
}
