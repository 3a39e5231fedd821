"use client";

import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import {
  listDomainRequests,
  listHeldHosts,
  requestDomainOperation,
  withdrawDomainRequest,
} from "@/lib/contracts/generated/members/domains";
import type { DomainRequestRecord } from "@/lib/contracts/members/domains";

const changes = [listDomainRequests, listHeldHosts];

/** Draws the requests that are not approved. Draws nothing if there are none. */
export function DomainRequests() {
  const requests = useMember(listDomainRequests, {});
  const withdraw = useMemberAction(withdrawDomainRequest, {
    changes,
    done: "Request withdrawn.",
  });
  const again = useMemberAction(requestDomainOperation, { changes, done: "Requested again." });
  return (
    <Loaded query={requests} loading={null}>
      {({ requests: rows }) =>
        rows.length === 0 ? null : (
          <Panel title="Requests">
            <DataTable
              label="Requests"
              rows={rows}
              keyOf={({ domain }) => domain}
              columns={[
                {
                  title: "Domain",
                  sort: ({ domain }) => domain,
                  cell: ({ domain }) => <span className="font-medium break-all">{domain}</span>,
                },
                { title: "State", phone: "text", cell: (request) => <State request={request} /> },
                {
                  title: "Requested",
                  sort: ({ requestedAt }) => requestedAt,
                  phone: "state",
                  cell: ({ requestedAt }) => <Time at={requestedAt} />,
                },
                {
                  title: "Actions",
                  phone: "aside",
                  align: "end",
                  cell: ({ domain, state }) => (
                    <May call={requestDomainOperation}>
                      {state === "pending" ? (
                        <Button
                          size="sm"
                          variant="outline"
                          isPending={withdraw.isPendingFor({ domain })}
                          onPress={() => withdraw.mutate({ domain })}
                        >
                          Withdraw<span className="sr-only"> {domain}</span>
                        </Button>
                      ) : (
                        <Button
                          size="sm"
                          variant="outline"
                          isPending={again.isPendingFor({ domain })}
                          onPress={() => again.mutate({ domain })}
                        >
                          Request again<span className="sr-only"> {domain}</span>
                        </Button>
                      )}
                    </May>
                  ),
                },
              ]}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}

function State({ request: { state, decidedAt, reason } }: { request: DomainRequestRecord }) {
  if (state === "pending") {
    return <Chip color="warning">Pending review</Chip>;
  }
  return (
    <span className="flex flex-col items-start gap-1">
      <Chip color="danger">Not approved</Chip>
      <span className="text-xs text-muted">
        <Time at={decidedAt} />: {reason}
      </span>
    </span>
  );
}
