import Link from "next/link";
import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { MAX_HELD_HOSTS } from "@/lib/contracts/base/values";
import { listHeldHosts, requestDomainOperation } from "@/lib/contracts/generated/members/domains";
import type { HeldHost } from "@/lib/contracts/members/domains";

/** Draws the hosts for which messages are held. Draws nothing if there are none. */
export function HeldHosts({ onRequest }: { onRequest: (host: string) => void }) {
  const held = useMember(listHeldHosts, {}, { refetchIntervalMs: 30_000 });
  return (
    <Loaded query={held} loading={null}>
      {({ hosts, more }) =>
        hosts.length === 0 ? null : (
          <Panel
            title="Held messages"
            actions={
              <Link className={`${LINK} text-sm`} href="/messages?status=HELD">
                View messages
              </Link>
            }
          >
            <p className="mb-4 max-w-4xl text-pretty text-sm text-muted">
              These messages are sent once their domains are approved. After 14 days without a decision they
              are deleted and refunded.
            </p>
            <DataTable
              label="Hosts with held messages"
              rows={hosts}
              keyOf={({ host }) => host}
              columns={[
                { title: "Host", cell: ({ host }) => <span className="font-medium break-all">{host}</span> },
                {
                  title: "Messages",
                  align: "end",
                  cell: ({ messages }) => <span className="tabular-nums">{formatCount(messages)}</span>,
                },
                { title: "Since", cell: ({ since }) => <Time at={since} /> },
                {
                  title: "Approval",
                  phone: "aside",
                  cell: (host) => <Approval host={host} onRequest={onRequest} />,
                },
              ]}
            />
            {more ? (
              <Alert className="mt-4">
                <AlertContent>
                  <AlertTitle>Showing the {MAX_HELD_HOSTS} hosts with the most messages.</AlertTitle>
                </AlertContent>
              </Alert>
            ) : null}
          </Panel>
        )
      }
    </Loaded>
  );
}

function Approval({
  host: { host, requested },
  onRequest,
}: {
  host: HeldHost;
  onRequest: (host: string) => void;
}) {
  if (requested === null) {
    return (
      <May call={requestDomainOperation}>
        <Button size="sm" variant="outline" onPress={() => onRequest(host)}>
          Request<span className="sr-only"> {host}</span>
        </Button>
      </May>
    );
  }
  return <Chip color="warning">{requested === host ? "Requested" : `Requested as ${requested}`}</Chip>;
}
