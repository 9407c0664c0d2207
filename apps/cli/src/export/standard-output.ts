import type { CsvOutput } from './csv-output.ts';

/** Writes an export to standard output. If a write fails, the listener in `main.ts` ends the process. */
export class StandardOutput implements CsvOutput {
  write(text: string): Promise<void> {
    return new Promise((resolve) => {
      process.stdout.write(Buffer.from(text, 'latin1'), (error) => {
        if (!error) resolve();
      });
    });
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  discard(): Promise<void> {
    return Promise.resolve();
  }
}
