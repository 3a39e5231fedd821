"use client";

import { Button } from "@heroui/react";
import { Bookmark, X } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import {
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEWS,
  readViews,
  type SavedView,
  viewOf,
  withView,
} from "@/components/lists/saved-view";
import { useKeptText } from "@/components/lists/table/kept-in-browser";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { LINK } from "@/components/ui/link-styles";

/**
 * The filters that somebody has saved under a name, in this browser.
 * @param list the list's name, by which the browser keeps them.
 */
export function SavedViews({ list }: { list: string }) {
  const [isOpen, setOpen] = useState(false);
  const [text, keep] = useKeptText(`views:${list}`);
  const views = readViews(text);
  const save = (changed: readonly SavedView[]) => keep(JSON.stringify(changed));
  return (
    <>
      <Button size="sm" variant="ghost" className="max-sm:min-h-11" onPress={() => setOpen(true)}>
        <Bookmark aria-hidden="true" size={15} />
        Views{views.length > 0 ? ` (${views.length})` : ""}
      </Button>
      <Dialog title="Saved views" isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="flex flex-col gap-4">
          <ViewList views={views} onChange={save} onFollow={() => setOpen(false)} />
          <SaveForm views={views} onChange={save} />
        </div>
      </Dialog>
    </>
  );
}

type Views = { views: readonly SavedView[]; onChange: (views: readonly SavedView[]) => void };

function ViewList({ views, onChange, onFollow }: Views & { onFollow: () => void }) {
  const pathname = usePathname();
  if (views.length === 0)
    return <p className="text-muted">Save filters you use often. They stay in this browser.</p>;
  return (
    <ul className="flex flex-col">
      {views.map((view) => (
        <li key={view.name} className="flex items-center justify-between gap-3 border-b border-line">
          <Link
            href={`${pathname}?${view.query}`}
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

function SaveForm({ views, onChange }: Views) {
  const query = viewOf(useSearchParams().toString());
  if (query === "") return <p className="text-sm text-muted">Set filters to save them as a view.</p>;
  if (views.length >= MAX_VIEWS)
    return (
      <p className="text-sm text-muted">Remove a view to save another. There is room for {MAX_VIEWS}.</p>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name !== "") onChange(withView(views, { name, query }));
    event.currentTarget.reset();
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
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
    </form>
  );
}
