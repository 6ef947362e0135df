import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The settings file. It is created before the first call, so that no run ends without a place to write
 * its result, and removed if nothing was written.
 */
export class OutFile {
  private written = false;

  private constructor(
    private readonly path: string,
    private readonly handle: number,
  ) {}

  /** Returns the error text if it cannot be created. */
  static make(path: string): OutFile | string {
    try {
      return new OutFile(path, openSync(path, 'wx'));
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      return code === 'EEXIST' ? `${path} already exists` : `${path} cannot be written (${code})`;
    }
  }

  write(text: string): void {
    writeFileSync(this.handle, text);
    this.written = true;
  }

  close(): void {
    closeSync(this.handle);
    if (!this.written) rmSync(this.path);
  }
}
