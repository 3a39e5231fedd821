"use client";

import { type ComponentProps, useId } from "react";
import { useMember } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { TAG_LENGTH } from "@/lib/contracts/base/values";
import { listConversationTags } from "@/lib/contracts/generated/members/conversation-tags";

/** Draws a field for a tag of conversations. It suggests the account's tags and accepts a new one. */
export function TagField({
  except = [],
  onChange,
  ...field
}: Omit<ComponentProps<typeof Field>, "onChange"> & {
  /** Tags to leave out of the suggestions. */
  except?: readonly string[];
  onChange: (tag: string) => void;
}) {
  const suggested = useId();
  const known = useMember(listConversationTags, {});
  return (
    <>
      <Field
        {...field}
        list={suggested}
        maxLength={TAG_LENGTH}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={suggested}>
        {known.data?.tags
          .filter((tag) => !except.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  );
}
