/** A refusal of a tool to do anything: a sentence for the assistant and its user, with a stable code. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
