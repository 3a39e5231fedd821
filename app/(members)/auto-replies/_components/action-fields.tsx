import type { RuleForm } from "@/app/(members)/auto-replies/_components/rule-dialog";
import type { Targets } from "@/app/(members)/auto-replies/_components/words";
import { FilterSelect } from "@/components/lists/filter-field";
import { TagField } from "@/components/members/tag-field";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";

/** Draws the fields of a rule's actions on lists, the conversation and webhook endpoints. */
export function ActionFields({
  form: { addTo, removeFrom, sendTo, tag },
  lists,
  endpoints,
  onChange,
}: Targets & { form: RuleForm; onChange: (changes: Partial<RuleForm>) => void }) {
  const ofLists = (besides: string | null) => choices(lists.filter(({ id }) => id !== besides));
  return (
    <>
      {lists.length === 0 ? (
        <p className="text-sm text-muted">
          To add numbers to a list, add the list in{" "}
          <NearLink href="/contacts" className={LINK_IN_TEXT}>
            Contacts
          </NearLink>
          .
        </p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <FilterSelect
            label="Add the number to"
            value={addTo ?? ""}
            options={ofLists(removeFrom)}
            onChange={(value) => onChange({ addTo: value || null })}
          />
          <FilterSelect
            label="Remove the number from"
            value={removeFrom ?? ""}
            options={ofLists(addTo)}
            onChange={(value) => onChange({ removeFrom: value || null })}
          />
        </div>
      )}
      <TagField
        label="Add a tag"
        hint="Shown on the conversation in Inbox."
        value={tag ?? ""}
        onChange={(next) => onChange({ tag: next })}
      />
      {endpoints.length === 0 ? null : (
        <FilterSelect
          label="Send the text to the webhook"
          value={sendTo ?? ""}
          options={choices(
            endpoints.map(({ id, name, isPaused }) => ({ id, name: isPaused ? `${name} (paused)` : name })),
          )}
          onChange={(value) => onChange({ sendTo: value || null })}
        />
      )}
    </>
  );
}

function choices(of: readonly { id: string; name: string }[]): { value: string; title: string }[] {
  return [{ value: "", title: "None" }, ...of.map(({ id, name }) => ({ value: id, title: name }))];
}
