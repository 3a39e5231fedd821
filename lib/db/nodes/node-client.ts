import pg from "pg";
import type { PlacedSchema } from "@/lib/db/nodes/placed-schema";

/** The driver's fields for the target of a connection and the settings of its session. */
type Destination = { host: string; port: number; connectionParameters: { options?: string } };

/** Returns a class of connections that go to the node of a placed schema, and to the address of any other. */
export function nodeClient(placed: PlacedSchema): typeof pg.Client {
  return class NodeClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.toNode().then(async () => {
        await super.connect();
        return this;
      });
      if (!callback) return connecting;
      // The driver's type omits that a connection without an error has none.
      connecting.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    private async toNode(): Promise<void> {
      const node = await placed.findFor(this);
      if (node === null) return;
      const destination = this as unknown as Destination;
      destination.host = node.host;
      destination.port = node.port;
      const { connectionParameters } = destination;
      connectionParameters.options = `${connectionParameters.options ?? ""} ${placed.nodeOptions}`.trim();
    }
  };
}
