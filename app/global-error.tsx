"use client";

/** Replaces every page if the root layout failed. It has only its own styles. */
export default function FrameError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en-NZ">
      <head>
        <title>Something went wrong</title>
      </head>
      <body style={{ margin: "20vh auto", maxWidth: "36rem", padding: "0 1.5rem", fontFamily: "sans-serif" }}>
        <h1>Something went wrong</h1>
        <p>Nothing is lost.{error.digest ? ` Error reference: ${error.digest}.` : ""}</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </body>
    </html>
  );
}
