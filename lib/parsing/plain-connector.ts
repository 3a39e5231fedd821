import type { buildConnector } from "undici";
import { withPlainAnswers } from "@/lib/parsing/plain-answers";

/** Returns a connector of an undici agent whose connections give plain answers. */
export function plainConnector(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, withPlainAnswers(socket));
      else callback(error, null);
    });
}
