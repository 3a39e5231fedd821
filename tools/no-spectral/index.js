/** Orval judges descriptions with this class only with its option `validation`, which no test sets. */
exports.Spectral = class {
  constructor() {
    throw new Error("tools/no-spectral stands for Spectral. Remove it from package.json to validate.");
  }
};
