"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { FormEvent } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import {
  keptQuery,
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEWS,
  openedQuery,
  type SavedView,
  withView,
} from "@/components/lists/saved-view";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { LINK } from "@/components/ui/link-styles";
import { useToday } from "@/components/ui/today";

type Views = { views: readonly SavedView[]; onChange: (views: readonly SavedView[]) => void };

/** Draws the saved views of a list, to open or remove, and a field that saves the active filters. */
export function SavedViewsDialog({
  names,
  onClose,
  ...views
}: Views & { names: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Saved views" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ViewList {...views} onFollow={onClose} />
        <SaveForm {...views} names={names} />
      </div>
    </Dialog>
  );
}

function ViewList({ views, onChange, onFollow }: Views & { onFollow: () => void }) {
  const pathname = usePathname();
  const today = useToday() ?? "";
  if (views.length === 0)
    return <p className="text-muted">Save filters you use often. They stay in this browser.</p>;
  return (
    <ul className="flex flex-col">
      {views.map((view) => (
        <li key={view.name} className="flex items-center justify-between gap-3 border-b border-line">
          <Link
            href={`${pathname}?${openedQuery(view.query, today)}`}
            onClick={onFollow}
            className={`${LINK} flex min-h-11 min-w-0 flex-1 items-center`}
          >
            <span className="truncate">{view.name}</span>
          </Link>
          <button
            type="button"
            aria-label={`Remove view ${view.name}`}
            onClick={() => onChange(views.filter(({ name }) => name !== view.name))}
            className="grid size-11 place-items-center rounded-lg text-muted hover:text-ink"
          >
            <X aria-hidden="true" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function SaveForm({ views, onChange, names }: Views & { names: readonly string[] }) {
  const query = keptQuery(useSearchParams().toString(), names, useToday() ?? "");
  if (query === "") return <p className="text-sm text-muted">Set filters to save them as a view.</p>;
  if (views.length >= MAX_VIEWS)
    return (
      <p className="text-sm text-muted">Remove a view to save another. There is room for {MAX_VIEWS}.</p>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name !== "") onChange(withView(views, { name, query }));
    event.currentTarget.reset();
  };
  return (
    <Form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label="Name of the current filters"
          name="name"
          maxLength={MAX_VIEW_NAME_LENGTH}
          autoComplete="off"
        />
      </div>
      <Button type="submit" variant="outline">
        Save view
      </Button>
    </Form>
  );
}
