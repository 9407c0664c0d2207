import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** Somebody stopped the run. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
  }
}

/** The processes of a run. */
class Children {
  private readonly living = new Set<ChildProcess>();
  /** Whether the run is to end. */
  isInterrupted = false;

  /** A program that is not there shows by `error`. @throws Interrupted */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    this.requireUninterrupted();
    const child = spawn(program, args, options);
    this.living.add(child);
    child.once('exit', () => this.living.delete(child));
    return child;
  }

  /** Ends all there are: a run that finds them gone tidies up and ends itself. */
  interrupt(): void {
    this.isInterrupted = true;
    for (const child of this.living) child.kill('SIGTERM');
  }

  /** @throws Interrupted */
  requireUninterrupted(): void {
    if (this.isInterrupted) throw new Interrupted();
  }
}

export const children = new Children();
