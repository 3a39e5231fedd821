/** Orval imports this only to write a client's documentation, which no test orders. */
export const Application = {
  bootstrapWithPlugins() {
    throw new Error(
      "tools/no-typedoc stands for typedoc. Remove it from package.json to write documentation.",
    );
  },
};
