"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { Form } from "@/components/controls/form";
import { RemoveChip } from "@/components/controls/remove-chip";
import { useMay } from "@/components/members/role";
import { TagField } from "@/components/members/tag-field";
import { useMemberAction } from "@/components/members/use-member";
import { MAX_CONVERSATION_TAGS } from "@/lib/contracts/base/values";
import {
  addConversationTag,
  listConversationTags,
  removeConversationTag,
} from "@/lib/contracts/generated/members/conversation-tags";
import {
  listConversationsOperation,
  readConversationOperation,
} from "@/lib/contracts/generated/members/inbox";

const CHANGES = [readConversationOperation, listConversationTags, listConversationsOperation];

/** Draws the tags of a conversation. Readers who may reply can add and remove tags. */
export function Tags({ number, tags }: { number: string; tags: readonly string[] }) {
  const mayChange = useMay()(addConversationTag);
  if (!mayChange && tags.length === 0) return null;
  return (
    <section aria-label="Tags" className="flex flex-wrap items-center gap-2">
      {tags.length === 0 ? null : (
        <ul className="flex min-w-0 flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              {mayChange ? <TagButton number={number} tag={tag} /> : <Chip>{tag}</Chip>}
            </li>
          ))}
        </ul>
      )}
      {mayChange && tags.length < MAX_CONVERSATION_TAGS ? <AddTag number={number} tags={tags} /> : null}
    </section>
  );
}

/** Draws a tag with a button that removes it. */
function TagButton({ number, tag }: { number: string; tag: string }) {
  const remove = useMemberAction(removeConversationTag, { changes: CHANGES, done: `Tag ${tag} removed.` });
  return (
    <RemoveChip
      kind="tag"
      title={tag}
      isPending={remove.isPending}
      onRemove={() => remove.mutate({ number, tag })}
    />
  );
}

/** Draws the form that adds a tag. The field suggests the account's tags. */
function AddTag({ number, tags }: { number: string; tags: readonly string[] }) {
  const [tag, setTag] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const add = useMemberAction(addConversationTag, { changes: CHANGES, onDone: () => setTag("") });
  const submit = () => {
    if (tag.trim() === "" || add.isPending) return;
    add.mutate({ number, tag });
    form.current?.querySelector("input")?.focus();
  };
  return (
    <Form ref={form} className="flex items-center gap-2" onSubmit={submit}>
      <TagField
        isLabelHidden
        label="New tag"
        placeholder="New tag"
        className="w-40"
        except={tags}
        value={tag}
        onChange={setTag}
      />
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        className="max-sm:min-h-11"
        isPending={add.isPending}
        isDisabled={tag.trim() === ""}
      >
        Add tag
      </Button>
    </Form>
  );
}
