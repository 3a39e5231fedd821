import { GatewayError } from "@/lib/errors";

/** The parameters of a send that have another name where they come from. */
export type ParameterNames = Partial<Readonly<Record<"to" | "body" | "from", string>>>;

/** An error of a send with its parameters called what the caller calls them; anything else as it is. */
export function renameParameters(error: unknown, names: ParameterNames): unknown {
  if (!(error instanceof GatewayError)) return error;
  const message = error.message.replace(/'(to|body|from)'/g, (quoted, name: keyof ParameterNames) =>
    names[name] === undefined ? quoted : `'${names[name]}'`,
  );
  return new GatewayError(error.code, message, { ...error.headers }, error.detail);
}
