/** Draws a text as a message bubble. */
export function TextBubble({ isShort = false, children }: { isShort?: boolean; children: string }) {
  return (
    <div className="mt-2 w-fit max-w-3xl rounded-2xl rounded-br-sm bg-accent/12 px-4 py-2 text-sm">
      <p className={`whitespace-pre-wrap wrap-anywhere ${isShort ? "line-clamp-3" : ""}`}>{children}</p>
    </div>
  );
}
