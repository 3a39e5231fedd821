/** Kubb connects to this program only with its option `debug`, which no test sets. */
exports.initialize = () => {
  throw new Error(
    "tools/no-react-devtools stands for react-devtools-core. Remove it from package.json to debug.",
  );
};
