/** Makes a request of next-auth, which wants a token of its own against forgery. Returns the answer's status and URL. */
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
 * @returns undefined once it has begun, or else what was said against it.
 * @throws where no server answers.
 */
export async function signIn(given: {
  email: string;
  password: string;
  code: string;
}): Promise<string | undefined> {
  const { ok, url } = await post("callback/credentials", given);
  return ok ? undefined : (new URL(url, location.origin).searchParams.get("error") ?? "");
}

/** Ends the session, and shows a page to those who are not signed in. */
export async function signOut(place: string): Promise<void> {
  await post("signout", { callbackUrl: place });
  location.assign(place);
}
