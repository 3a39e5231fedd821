/** Orval reads these rules only with its option `validation`, which no test sets. */
module.exports = {};
