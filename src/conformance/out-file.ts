import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The file that the settings are written to. It is made before the first call, so a run is never
 * lost for want of a place to write; it goes again when nothing came to be written.
 */
export class OutFile {
  private written = false;

  private constructor(
    private readonly path: string,
    private readonly handle: number,
  ) {}

  /** Answers what is wrong where it cannot be made: it may be in use, or its folder missing. */
  static make(path: string): OutFile | string {
    try {
      return new OutFile(path, openSync(path, 'wx'));
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      return code === 'EEXIST' ? `${path} is there already` : `${path} cannot be written (${code})`;
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
