import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childProcesses } from '@petstore/processes';
import { type CopiedPet, MirrorJournal } from './mirror-journal.ts';

/** Milliseconds between two reads of the journal. */
const pollInterval = 20;

/** The built main file, also if this file is the source. */
const main = join(dirname(fileURLToPath(import.meta.url)), '../../dist/mirror/main.js');

/** Comparison of a mirror with the stored animals. */
export interface Differences {
  /** Stored animals that the mirror lacks. */
  readonly missing: readonly CopiedPet[];
  /** Stored animals of which the mirror has another name, category or status. */
  readonly different: readonly CopiedPet[];
  /** Animals of the mirror that are not stored. */
  readonly unknown: readonly CopiedPet[];
}

/** A mirror that runs in its own process and keeps its copy in a file, so that it can be killed and resumed. */
export class Mirror {
  private readonly journal: MirrorJournal;
  private process: ChildProcess;

  /** Starts the process. @param addresses instances to which it sends its requests in turn */
  constructor(
    private readonly file: string,
    private readonly key: string,
    private readonly addresses: readonly string[],
  ) {
    this.journal = new MirrorJournal(file);
    this.process = this.spawn();
  }

  /** The copy as far as the mirror has written it. */
  get copy(): Pick<MirrorJournal, 'pets' | 'isComplete' | 'resets'> {
    this.journal.read();
    return this.journal;
  }

  has(name: string): boolean {
    return [...this.copy.pets.values()].some((pet) => pet.name === name);
  }

  /** @throws Error if the process has ended */
  async waitFor(condition: (copy: Mirror['copy']) => boolean): Promise<void> {
    while (!condition(this.copy)) {
      if (this.process.exitCode !== null) throw new Error(`the mirror has ended with ${this.process.exitCode}`);
      await delay(pollInterval);
    }
  }

  /** Waits until the mirror has an animal with this name. */
  waitForPet(name: string): Promise<void> {
    return this.waitFor(() => this.has(name));
  }

  async kill(): Promise<void> {
    const exited = once(this.process, 'exit');
    if (!this.process.kill('SIGKILL')) throw new Error(`the mirror has ended with ${this.process.exitCode}`);
    await exited;
  }

  resume(): void {
    this.process = this.spawn();
  }

  compareWith(stored: readonly CopiedPet[]): Differences {
    const { pets } = this.copy;
    const storedIds = new Set(stored.map(({ id }) => id));
    return {
      missing: stored.filter(({ id }) => !pets.has(id)),
      different: stored.filter((pet) => pets.has(pet.id) && !isSame(pet, pets.get(pet.id)!)),
      unknown: [...pets.values()].filter(({ id }) => !storedIds.has(id)),
    };
  }

  private spawn(): ChildProcess {
    return childProcesses.spawn(process.execPath, [main, this.file, this.key, ...this.addresses], {
      env: {},
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

function isSame(one: CopiedPet, other: CopiedPet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}
