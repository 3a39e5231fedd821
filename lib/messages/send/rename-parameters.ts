import { GatewayError } from "@/lib/errors";

/** The names that a caller uses for the parameters of a send. */
export type ParameterNames = Partial<Readonly<Record<"to" | "body" | "from", string>>>;

/** Returns an error of a send with the caller's names for its parameters; any other error unchanged. */
export function renameParameters(error: unknown, names: ParameterNames): unknown {
  if (!(error instanceof GatewayError)) return error;
  const message = error.message.replace(/'(to|body|from)'/g, (quoted, name: keyof ParameterNames) =>
    names[name] === undefined ? quoted : `'${names[name]}'`,
  );
  return new GatewayError(error.code, message, { ...error.headers }, error.detail);
}
