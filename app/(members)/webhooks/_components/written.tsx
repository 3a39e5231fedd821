import { CopyButton } from "@/components/ui/copy-button";

/**
 * Draws a text as it was sent or received. JSON is shown on several lines, and copied in its original form.
 */
export function Written({ title, text, none = "Empty" }: { title: string; text: string; none?: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-sm break-all text-muted">{title}</span>
        {text === "" ? null : <CopyButton text={text} />}
      </div>
      {text === "" ? (
        <p className="text-sm">{none}</p>
      ) : (
        <pre className="max-h-80 overflow-auto rounded-lg bg-page p-3 font-mono text-xs break-words whitespace-pre-wrap">
          {setOut(text)}
        </pre>
      )}
    </div>
  );
}

function setOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
