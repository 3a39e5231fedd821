"use client";

import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { useMay } from "@/components/members/role";
import { type RowAction, RowMenu } from "@/components/ui/row-menu";
import { Time } from "@/components/ui/time";
import { ROLE_NAMES } from "@/components/words/role-names";
import { changeRoleOperation } from "@/lib/contracts/generated/members/people/people";
import type { PersonRecord } from "@/lib/contracts/members/people/people";

/** The actions on a person. */
type What = "role" | "owner" | "remove" | "leave";

/** Draws the people of an account, with the reader's actions on each. */
export function PeopleTable({
  people,
  onDo,
}: {
  people: readonly PersonRecord[];
  onDo: (what: What, person: PersonRecord) => void;
}) {
  const isOwner = useMay()(changeRoleOperation);
  const isAlone = people.length === 1;
  const actionsOf = (person: PersonRecord): RowAction[] => {
    const action = (title: string, what: What, isDanger = false) => ({
      title,
      isDanger,
      onSelect: () => onDo(what, person),
    });
    if (person.isYou) return isAlone ? [] : [action("Leave account", "leave", true)];
    if (!isOwner) return [];
    return [
      action("Change role", "role"),
      ...(person.role === "owner" ? [] : [action("Make owner", "owner")]),
      action("Remove", "remove", true),
    ];
  };
  const hasActions = people.some((person) => actionsOf(person).length > 0);
  return (
    <DataTable
      label="People"
      rows={people}
      keyOf={({ personId }) => String(personId)}
      columns={[
        {
          title: "Person",
          phone: "title",
          sort: ({ email }) => email,
          cell: ({ name, email, isYou }) => (
            <>
              <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                {name}
                {isYou ? <Chip color="accent">You</Chip> : null}
              </span>
              <span className="block break-all text-muted">{email}</span>
            </>
          ),
        },
        {
          title: "Role",
          phone: "text",
          sort: ({ role }) => ROLE_NAMES[role].title,
          cell: ({ role }) => ROLE_NAMES[role].title,
        },
        ...(isOwner
          ? [
              {
                title: "Sign-in",
                phone: "text" as const,
                cell: ({ secondFactor }: PersonRecord) =>
                  secondFactor ? <Chip color="success">Two-factor on</Chip> : <Chip>Two-factor off</Chip>,
              },
              {
                title: "Last seen",
                phone: "text" as const,
                cell: ({ lastSeen }: PersonRecord) => <Time at={lastSeen} isLong none="Never" />,
              },
            ]
          : []),
        ...(hasActions
          ? [
              {
                title: "Actions",
                phone: "aside" as const,
                align: "end" as const,
                cell: (person: PersonRecord) => {
                  const actions = actionsOf(person);
                  return actions.length === 0 ? null : (
                    <RowMenu label={`Actions for ${person.email}`} actions={actions} />
                  );
                },
              },
            ]
          : []),
      ]}
    />
  );
}
