"use client";

import { FilterSelect } from "@/components/lists/filter-field";
import { ROLE_NAMES } from "@/components/words/role-names";
import { GIVEN_ROLES } from "@/lib/contracts/members/people/given-roles";

export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Draws the choice of a role, with its permissions. */
export function RoleChoice({ value, onChange }: { value: GivenRole; onChange: (role: GivenRole) => void }) {
  return (
    <div className="flex flex-col gap-2">
      <FilterSelect
        label="Role"
        value={value}
        onChange={(chosen) => onChange(chosen as GivenRole)}
        options={GIVEN_ROLES.map((role) => ({ value: role, title: ROLE_NAMES[role].title }))}
      />
      <p className="text-sm text-muted">{ROLE_NAMES[value].may}</p>
    </div>
  );
}
