import { ImportPets } from '@petstore/pets-application';
import type { NewPet } from '@petstore/pets-domain';
import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { AbortOnSignal } from '../import/abort-on-signal.ts';
import { ProgressBar } from '../import/progress-bar.ts';
import { unknownOutcomeError } from '../import/unknown-outcome-error.ts';
import { inventedPets } from '../seed/invented-pets.ts';
import { withDatabase } from '../with-database.ts';

interface SeedOptions {
  readonly count: number;
  readonly seed: number;
}

const maxCount = 1_000_000;
const maxSeed = 2 ** 32 - 1;

/** Number of animals from which the command shows its progress. */
const progressFrom = 10_000;

const number = new Intl.NumberFormat('en');

/** The command `seed`. */
export function seedCommand(): Command {
  return new Command('seed')
    .description('Creates invented animals, for development. If it fails or is stopped, it creates none.')
    .option('--count <number>', `how many, from 1 to ${maxCount}`, integerParser(1, maxCount), 100)
    .option(
      '--seed <number>',
      `from 0 to ${maxSeed}; the same seed gives the same animals`,
      integerParser(0, maxSeed),
      1,
    )
    .addHelpText('after', '\nKeeps the animals that exist. Repeating the command creates the same animals once more.')
    .action(seedPets);
}

async function seedPets({ count, seed }: SeedOptions): Promise<void> {
  const { ImportOutcomeUnknown, TypeOrmPetRepository } = await import('@petstore/pets-infrastructure');
  const abortOnSignal = new AbortOnSignal('nothing was created');
  const { signal } = abortOnSignal;
  try {
    await withDatabase(readConfig().database, async (dataSource) => {
      // Earlier signals end the process, because it has not written anything yet.
      abortOnSignal.start();
      const progressBar = count >= progressFrom ? new ProgressBar(count, 'creating') : undefined;
      const created = await new ImportPets(new TypeOrmPetRepository(dataSource))
        .execute(newPets(count, seed, signal, progressBar), () => signal.throwIfAborted())
        .catch((error: unknown) => {
          throw error instanceof ImportOutcomeUnknown ? unknownOutcomeError(error) : error;
        })
        .finally(() => progressBar?.stop());
      // Reports before the database is closed, because closing may take seconds.
      const animals = `invented ${created === 1 ? 'animal' : 'animals'}`;
      process.stdout.write(`created ${number.format(created)} ${animals} of seed ${seed}\n`);
    });
  } finally {
    abortOnSignal.stop();
  }
}

async function* newPets(
  count: number,
  seed: number,
  signal: AbortSignal,
  progressBar?: ProgressBar,
): AsyncGenerator<NewPet> {
  let position = 0;
  for (const newPet of inventedPets(seed)) {
    signal.throwIfAborted();
    yield newPet;
    position += 1;
    progressBar?.advanceTo(position);
    if (position === count) return;
  }
}

function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}
