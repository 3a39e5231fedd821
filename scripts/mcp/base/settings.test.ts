import { expect, it } from "vitest";
import { newCredential } from "@/lib/ids";
import { readMcpSettings } from "@/scripts/mcp/base/settings";

it.each([1, 2, 49])("take an API key of cell %i", (cell) => {
  const clientId = newCredential("cid", 15, cell);
  const source = { GATEWAY_CLIENT_ID: clientId, GATEWAY_CLIENT_SECRET: newCredential("csk", 32) };
  expect(readMcpSettings(source, "/data")).toMatchObject({ clientId });
});
