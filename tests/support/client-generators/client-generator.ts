/** A program that generates a client from an OpenAPI document, and a program that uses this client. */
export type ClientGenerator = {
  /** The file to run, in the generator's package, or in the folder if it begins with `./`. */
  run: string;
  args?: string[];
  /** Files of the folder by name, such as a configuration. */
  files?: Record<string, string>;
  /** The program, in TypeScript. Its arguments are the server's address and a token. */
  program: string;
  /** Further compiler options that the client needs. */
  compilerOptions?: Record<string, unknown>;
};

/** A program for each generated client: the first calls that a customer writes, and the responses. */
export const CALLS = `
  const text = { to: "64211234567", body: "Kia ora", messageClass: "transactional" } as const;
  const one = await send(text);
  if (one.status === "bulk") throw new Error("One recipient has no list.");
  const id: string = one.message_id;
  const many = await send({ ...text, to: ["64211234567", "not a number"], rateCode: "shop" });
  if (many.status !== "bulk") throw new Error("A list is answered with a list.");
  const ids: string[] = many.messages.flatMap((entry) => (entry.success ? [entry.message_id] : []));
  const sums = await bill({});
  if (sums.mode !== "summary") throw new Error("Sums are asked for.");
  const codes: string[] = sums.rateCodes.map(({ rateCode }) => rateCode);
  const list = await bill({ detail: 1 });
  if (list.mode !== "detail") throw new Error("Transactions are asked for.");
  const billed: string[] = list.transactions.map(({ messageId }) => messageId);
  const found = await find({ message_id: id });
  const states: string[] = found.messages.map(({ status }) => status);
  const refused = await refusal({ ...text, to: "not a number" });
  console.log(JSON.stringify({ id, ids, codes, billed, states, refused, summary: many.summary }));
`;
