import { Marked } from "@/components/docs/guide";
import type { Field, Shape } from "@/lib/openapi/reference/field";

/** Draws alternatives one below the other, each with its title. A single alternative has no title. */
export function ShapeList({ id, shapes }: { id: string; shapes: readonly Shape[] }) {
  const [only] = shapes;
  if (shapes.length === 1 && only) return <FieldList id={id} fields={only.fields} />;
  return shapes.map(({ title, fields }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives of one schema never move.
    <div key={index} className="flex min-w-0 flex-col gap-3">
      <h3 className="font-medium">{title || `Option ${index + 1}`}</h3>
      <FieldList id={`${id}-${index + 1}`} fields={fields} />
    </div>
  ));
}

/**
 * Draws fields with their types, limits, examples and nested fields.
 * @param id the prefix of the anchors.
 */
export function FieldList({ id, fields }: { id: string; fields: readonly Field[] }) {
  return (
    <ul className="min-w-0 divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <FieldItem key={field.name} id={`${id}-${field.name}`} field={field} />
      ))}
    </ul>
  );
}

function FieldItem({ id, field }: { id: string; field: Field }) {
  const { name, type, isRequired, description, limits, example, shapes } = field;
  return (
    <li
      id={id}
      className="flex min-w-0 scroll-mt-8 flex-col gap-1.5 py-3 text-sm leading-6 target:bg-accent/8"
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <a href={`#${id}`} className="finger font-mono text-[13px] font-medium break-all hover:text-accent">
          {name}
        </a>
        <span className="text-muted">{type}</span>
        {isRequired ? <span className="text-xs font-medium text-note">Required</span> : null}
      </p>
      {description === "" ? null : (
        <p className="max-w-prose text-pretty">
          <Marked text={description} />
        </p>
      )}
      {limits.length > 0 || example !== undefined ? (
        <p className="flex flex-wrap gap-x-5 text-muted">
          {limits.map((limit) => (
            <span key={limit} className="break-words">
              <Marked text={limit} />
            </span>
          ))}
          {example === undefined ? null : (
            <span className="break-all">
              Example: <span className="font-mono text-[13px]">{example}</span>
            </span>
          )}
        </p>
      ) : null}
      {shapes.length === 0 ? null : (
        <details className="min-w-0 rounded-xl border border-line bg-panel px-4">
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-accent">{`Fields of ${name}`}</summary>
          <div className="flex flex-col gap-4 pb-4">
            <ShapeList id={id} shapes={shapes} />
          </div>
        </details>
      )}
    </li>
  );
}
