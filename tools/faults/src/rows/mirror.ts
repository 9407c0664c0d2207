import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, readPage } from '@petstore/driver';
import { createTemporaryDirectory, freePorts, removeTemporaryDirectory } from '@petstore/processes';
import type { Environment } from '../environment/environment.ts';
import { FailoverPair } from '../environment/failover-pair.ts';
import type { Instance } from '../environment/instance.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { FaultRun, Figures } from '../fault-run.ts';
import { alternatingClient } from '../mirror/alternating-client.ts';
import { Mirror } from '../mirror/mirror.ts';
import type { CopiedPet } from '../mirror/mirror-journal.ts';
import { PetWriters } from '../mirror/pet-writers.ts';
import type { Row } from './row.ts';

/** Seconds for which the writers write, at scale 1. */
const duration = 60;

/** Animals before the start: 50 pages of the list, so that the mirror can be killed while it reads the list. */
const seededPets = 5_000;

/** Id of the animal that the delayed transactions update. The writers do not use it, because they would wait for the lock. */
const delayedPet = '1';

/** Milliseconds for which a transaction holds the feed back. */
const holdTime = 3_000;

/** The feed that the mirror follows. */
export interface MirroredFeed {
  /** Addresses to which the mirror sends its requests. */
  readonly addresses: readonly string[];
  /** Whether the feed waits for running transactions. */
  readonly isHeldBack: boolean;
  close(): void;
}

/** Returns the feed of the instances, or a wrong feed in front of them. */
export type OpenFeed = (instances: readonly string[], pair: FailoverPair) => Promise<MirroredFeed>;

const feedOfInstances: OpenFeed = async (addresses) => ({ addresses, isHeldBack: true, close: () => undefined });

export const mirror: Row = {
  name: 'mirror',
  fault:
    '16 writers; the service, PostgreSQL and a mirror are killed, a transaction delays the feed, a failover: mirror and store are equal',
  execute: (run) => executeMirror(run),
};

/** Executes the row. The figures `lost`, `altered` and `contradicted` compare the mirror with the stored animals. */
export function executeMirror(run: FaultRun, openFeed = feedOfInstances): Promise<Figures> {
  return withEnvironment(async (environment) => {
    const key = await environment.issueKey();
    await environment.postgres.query(
      `INSERT INTO pets (name, category_id, status) SELECT 'seed ' || n, n, 'available' FROM generate_series(1, ${seededPets}) n`,
    );
    const pair = await FailoverPair.replace(environment.postgres);
    try {
      const instances = await startInstances(environment, pair);
      const addresses = instances.map(({ address }) => address());
      const feed = await openFeed(addresses, pair);
      const directory = createTemporaryDirectory();
      const copy = new Mirror(join(directory, 'mirror.jsonl'), key, feed.addresses);
      try {
        return await new MirrorRun(run, key, pair, instances, feed, copy).execute();
      } finally {
        await copy.kill().catch(() => undefined);
        feed.close();
        removeTemporaryDirectory(directory);
      }
    } finally {
      await pair.destroy();
    }
  });
}

/** Starts two instances, which keep their addresses after a restart. */
async function startInstances(environment: Environment, pair: FailoverPair): Promise<Instance[]> {
  const ports = await freePorts(2);
  return Promise.all(ports.map((port) => environment.start({ BETA: 'on', PORT: port }, pair.database)));
}

class MirrorRun {
  private round = 0;
  private mirrorKills = 0;

  constructor(
    private readonly run: FaultRun,
    private readonly key: string,
    private readonly pair: FailoverPair,
    private readonly instances: readonly Instance[],
    private readonly feed: MirroredFeed,
    private readonly mirror: Mirror,
  ) {}

  async execute(): Promise<Figures> {
    await this.mirror.waitFor(({ isComplete }) => isComplete);
    const addresses = this.instances.map(({ address }) => address());
    const stored = await this.readStored();
    const writers = new PetWriters(
      alternatingClient(addresses, this.key),
      stored.flatMap(({ id }) => (id === delayedPet ? [] : [BigInt(id)])),
    );
    const start = performance.now();
    const writeFor = async (seconds: number) => {
      do await this.causeFaults();
      while (performance.now() - start < seconds * 1_000);
    };
    await writeFor(this.run.rounds(duration) / 2);
    await this.failOver();
    await writeFor(this.run.rounds(duration));
    const seconds = (performance.now() - start) / 1_000;
    await writers.end();
    this.run.require(writers.unexpected.size === 0, `unexpected responses: ${[...writers.unexpected].join(', ')}`);
    this.run.note(
      `${Math.round(seconds)} s, ${this.round} rounds, ${writers.failures} calls failed; the mirror was killed ${this.mirrorKills} ` +
        `times and read the whole list ${this.mirror.copy.resets} times`,
    );
    const { requests, acknowledged } = writers;
    return { requests, acknowledged, ...(await this.compare()) };
  }

  /** One round of faults. At its end the mirror has a change that was made after them. */
  private async causeFaults(): Promise<void> {
    this.round += 1;
    const instance = this.instances[this.round % this.instances.length]!;
    await instance.end('SIGKILL');
    await this.restartMirror();
    await instance.restart();
    await this.delayFeed();
    const postgres = this.pair.current;
    await postgres.waitForRecovery(() => (this.round % 2 ? postgres.signalAll('SIGKILL') : postgres.signal('SIGQUIT')));
    await this.restartMirror();
    const marker = `round ${this.round}`;
    await this.addPet(marker);
    await this.mirror.waitForPet(marker);
  }

  /** Commits a change after later ones. Restarts the mirror meanwhile. */
  private async delayFeed(): Promise<void> {
    // While the mirror reads the list, it has animals that are not in the feed yet.
    await this.mirror.waitFor(({ isComplete }) => isComplete);
    const session = await this.pair.current.connect();
    await session.query('BEGIN');
    await session.query(addPet, [`late ${this.round}`]);
    await session.query('UPDATE pets SET name = $1 WHERE id = $2', [`late update ${this.round}`, delayedPet]);
    const later = `later ${this.round}`;
    await this.addPet(later);
    if (this.feed.isHeldBack) {
      await delay(holdTime / 2);
      await this.restartMirror();
      await delay(holdTime / 2);
      this.run.require(!this.mirror.has(later), 'the feed has a change that is later than a running transaction');
    } else {
      await this.mirror.waitForPet(later);
    }
    await session.query('COMMIT');
    await session.end();
    await this.mirror.waitForPet(later);
  }

  /** Requires that the cursors are gone afterwards. Restarts the mirror when it reads the list again. */
  private async failOver(): Promise<void> {
    const { addresses } = this.feed;
    const clients = addresses.map((address) => new Client(() => address, this.key));
    const cursors = await Promise.all(
      clients.map(async (client) => (await readPage(client, '/v1/pets/changes')).next!),
    );
    const { resets } = this.mirror.copy;
    await this.pair.waitForStandby();
    await this.pair.failOver();
    await this.mirror.waitFor((copy) => copy.resets > resets && copy.pets.size > 0);
    await this.restartMirror();
    for (const [index, client] of clients.entries()) {
      const { status, code } = await settled(client, cursors[index]!);
      this.run.require(code === 'cursor_gone', `after the failover, the feed returned ${status} ${code}`);
      client.close();
    }
  }

  private async compare(): Promise<Pick<Figures, 'lost' | 'altered' | 'contradicted'>> {
    const { current } = this.pair;
    // A statement of a killed instance may still run.
    await current.waitForRow('SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE backend_xid IS NOT NULL)');
    await this.mirror.waitFor(({ isComplete }) => isComplete);
    await this.addPet('last');
    await this.mirror.waitForPet('last');
    const stored = await this.readStored();
    const { missing, different, unknown } = this.mirror.compareWith(stored);
    const late = missing.flatMap(({ name }) => (name.startsWith('late') ? [name] : []));
    this.run.note(
      `the mirror lacks ${missing.length} of ${stored.length} animals, ${late.length} of delayed transactions: [${late.join(', ')}]`,
    );
    return { lost: missing.length, altered: different.length, contradicted: unknown.length };
  }

  private async restartMirror(): Promise<void> {
    this.mirrorKills += 1;
    await this.mirror.kill();
    this.mirror.resume();
  }

  private async addPet(name: string): Promise<void> {
    await this.pair.current.query(addPet, [name]);
  }

  private readStored(): Promise<CopiedPet[]> {
    return this.pair.current.query('SELECT id::text, name, category_id::text AS "categoryId", status FROM pets');
  }
}

const addPet = "INSERT INTO pets (name, category_id, status) VALUES ($1, 1, 'available')";

/** Repeats the request until there is a response that is not 503. */
async function settled(client: Client, path: string): Promise<{ status: number; code: string }> {
  for (;;) {
    const { status, code } = await client.send({ method: 'GET', path });
    if (status !== 0 && status !== 503) return { status, code };
    await delay(20);
  }
}
