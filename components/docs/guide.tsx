import type { ReactNode } from "react";

/** Draws a guide: its title, a sentence about it, and its sections. */
export function Guide({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className="flex min-w-0 flex-col gap-10">
      <header className="flex flex-col gap-4">
        <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">{title}</h1>
        <p className="max-w-prose text-lg leading-8 text-muted text-pretty">{lead}</p>
      </header>
      {children}
    </article>
  );
}

/** Draws a section of a guide, with an anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex min-w-0 scroll-mt-8 flex-col gap-4">
      <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Draws a paragraph. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-prose leading-7 text-pretty">{children}</p>;
}

/** Draws a word of the API within a sentence. */
export function Word({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-md border border-line bg-panel px-1.5 py-0.5 font-mono text-[0.85em] break-words">
      {children}
    </code>
  );
}

/** Draws a list of short points. */
export function Points({ children }: { children: ReactNode }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 leading-7 marker:text-accent">
      {children}
    </ul>
  );
}

type TableProps = {
  label: string;
  head: string[];
  /** The cells of each row. The first cell names the row. */
  rows: ReactNode[][];
  /** True if the first cells are plain words. Otherwise they are words of the API, which must not wrap. */
  plain?: boolean;
};

/** Draws a table. On a phone each row is a block, with its heading before each cell. */
export function Table({ label, head, rows, plain = false }: TableProps) {
  const named = plain ? "sm:min-w-32 font-medium" : "font-mono text-[13px] font-medium sm:whitespace-nowrap";
  return (
    <div className="min-w-0 overflow-x-auto rounded-2xl border border-line bg-panel">
      {/* Explicit roles: screen readers lose the roles of a table that is drawn as blocks. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a browser forgets them where rows are blocks. */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: each role repeats its element’s own role. */}
      <table role="table" aria-label={label} className="w-full border-collapse text-left text-sm leading-6">
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line">
            {head.map((title) => (
              <th key={title} role="columnheader" scope="col" className="px-4 py-3 font-medium text-muted">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line max-sm:block">
          {rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are written here and never move.
            <tr key={row} role="row" className="max-sm:block max-sm:px-4 max-sm:py-3">
              <th
                role="rowheader"
                scope="row"
                className={`align-top break-words max-sm:block sm:px-4 sm:py-3 ${named}`}
              >
                {name}
              </th>
              {cells.map((cell, column) => (
                <td
                  key={head[column + 1]}
                  role="cell"
                  className="align-top max-sm:block sm:min-w-24 sm:px-4 sm:py-3"
                >
                  <span aria-hidden="true" className="text-muted sm:hidden">
                    {`${head[column + 1]}: `}
                  </span>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above. */}
    </div>
  );
}

/** Draws a text in which words of the API are between backticks, as in the contracts. */
export function Marked({ text }: { text: string }) {
  return text.split("`").map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
    index % 2 === 0 ? piece : <Word key={index}>{piece}</Word>,
  );
}
