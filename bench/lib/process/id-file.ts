import { closeSync, openSync, writeSync } from "node:fs";

const ID_LENGTH = 36;
const BUFFERED = 1_820;

/** Writes ids of accepted messages to a file, one a line: millions of them take no memory. */
export class IdFile {
  private readonly file: number;
  private readonly buffer = Buffer.alloc(BUFFERED * (ID_LENGTH + 1), "\n");
  private held = 0;
  count = 0;

  constructor(path: string) {
    this.file = openSync(path, "w", 0o600);
  }

  add(id: string): void {
    this.buffer.write(id, this.held * (ID_LENGTH + 1), ID_LENGTH, "latin1");
    this.next();
  }

  /** Adds every id in a response of the gateway. */
  addFrom(body: Buffer): void {
    for (let at = body.indexOf(MARK); at >= 0; at = body.indexOf(MARK, at)) {
      at += MARK.length;
      body.copy(this.buffer, this.held * (ID_LENGTH + 1), at, at + ID_LENGTH);
      this.next();
    }
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private next(): void {
    this.held++;
    this.count++;
    if (this.held === BUFFERED) this.flush();
  }

  private flush(): void {
    writeSync(this.file, this.buffer, 0, this.held * (ID_LENGTH + 1));
    this.held = 0;
  }
}

const MARK = Buffer.from('"message_id":"');
