"use client";

import { useState } from "react";
import { DOMAIN_FILTERS, domainOrder } from "@/app/(members)/domains/_components/domain-order";
import { Button } from "@/components/controls/button";
import { DataTable } from "@/components/lists/data-table";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import {
  listDomains,
  removeDomainOperation,
  requestDomainOperation,
} from "@/lib/contracts/generated/members/domains";

/** Draws the domains that messages may link to. */
export function ApprovedDomains({ onRequest }: { onRequest: () => void }) {
  const { values, set, asked } = useUrlFilters(DOMAIN_FILTERS);
  const order = domainOrder(values.order);
  const domains = useMember(listDomains, { ...asked, order });
  const [doomed, setDoomed] = useState<string>();
  const remove = useMemberAction(removeDomainOperation, {
    changes: [listDomains],
    done: "Domain removed.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <Panel title="Approved">
      <Loaded query={domains}>
        {({ domains: rows, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title="No approved domains yet">
              <p>Request approval before you send links.</p>
              <May call={requestDomainOperation}>
                <Button className="mt-4" variant="outline" onPress={onRequest}>
                  Request domain
                </Button>
              </May>
            </EmptyState>
          ) : (
            <>
              <DataTable
                label="Approved domains"
                rows={rows}
                keyOf={({ domain }) => domain}
                order={{ value: order, onChange: (next) => set({ order: next }) }}
                columns={[
                  {
                    title: "Domain",
                    order: "domain",
                    cell: ({ domain }) => <span className="font-medium break-all">{domain}</span>,
                  },
                  {
                    title: "Approved",
                    phone: "text",
                    cell: ({ approvedAt }) => <Time at={approvedAt} />,
                  },
                  {
                    title: "Actions",
                    phone: "aside",
                    align: "end",
                    cell: ({ domain }) => (
                      <May call={removeDomainOperation}>
                        <RowMenu
                          label={`Actions for ${domain}`}
                          actions={[{ title: "Remove", isDanger: true, onSelect: () => setDoomed(domain) }]}
                        />
                      </May>
                    ),
                  },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        title={`Remove ${doomed ?? "this domain"}?`}
        question="New messages that link to it, or to its subdomains, will be held until it’s approved again. Messages already on their way are sent."
        confirm="Remove"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed !== undefined && remove.mutate({ domain: doomed })}
        onClose={() => setDoomed(undefined)}
      />
    </Panel>
  );
}
