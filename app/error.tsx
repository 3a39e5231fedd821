"use client";

/** Draws the error of a page that failed. The server's log has the error under the digest. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-2xl flex-col items-start justify-center gap-5 px-6">
      <h1 className="text-3xl font-semibold tracking-tight text-balance">Something went wrong</h1>
      <p className="text-muted">
        Nothing is lost.
        {error.digest ? ` Error reference: ${error.digest}.` : ""}
      </p>
      {/* A native button: every page references this file, and a component of ours would be loaded twice. */}
      <button type="button" className="button button--primary button--md" onClick={reset}>
        Try again
      </button>
    </main>
  );
}
