import { type DocsGroup, DocsNav } from "@/components/docs/docs-nav";

/**
 * Draws the list of pages beside a part of the documentation. On a phone it is closed at first.
 * @param summary the text of the closed list.
 */
export function DocsSide({
  label,
  summary,
  groups,
}: {
  label: string;
  summary: string;
  groups: readonly DocsGroup[];
}) {
  const list = <DocsNav label={label} groups={groups} />;
  return (
    <div className="lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto">
      <details className="rounded-xl border border-line bg-panel lg:hidden">
        <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-medium">{summary}</summary>
        <div className="border-t border-line p-2">{list}</div>
      </details>
      <div className="hidden lg:block">{list}</div>
    </div>
  );
}
