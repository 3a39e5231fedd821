"use client";

import { useState } from "react";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMember } from "@/components/members/use-member";
import { listTemplates } from "@/lib/contracts/generated/members/sending/templates";

/**
 * Puts a template into a text. Not there for an account without any.
 * @param isPlain whether only those are offered that name no columns.
 */
export function TemplateSelect({
  isPlain = false,
  text,
  onChoose,
}: {
  isPlain?: boolean;
  /** The text as it stands: the template that it is. */
  text: string;
  onChoose: (text: string) => void;
}) {
  const list = useMember(listTemplates, {});
  const templates = (list.data?.templates ?? []).filter(
    (template) => !isPlain || !template.text.includes("{{"),
  );
  // What was written before a template was chosen comes back with none.
  const [written, setWritten] = useState("");
  if (templates.length === 0) return null;
  const chosen = templates.find((template) => template.text === text);
  return (
    <FilterSelect
      label="Template"
      value={chosen?.id ?? ""}
      options={[
        { value: "", title: "No template" },
        ...templates.map(({ id, name }) => ({ value: id, title: name })),
      ]}
      onChange={(id) => {
        if (!chosen) setWritten(text);
        onChoose(templates.find((template) => template.id === id)?.text ?? written);
      }}
    />
  );
}
