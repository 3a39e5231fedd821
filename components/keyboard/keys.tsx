/** Draws the keys of a shortcut, which are pressed one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex shrink-0 gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="grid h-5 min-w-5 place-items-center rounded border border-line bg-page px-1 font-mono text-xs text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
