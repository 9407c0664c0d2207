import { TypeOrmTransactions } from '@petstore/database';
import { ImportPets, type PetToImport } from '@petstore/pets-application';
import { TypeOrmImportKeys, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command, InvalidArgumentError } from 'commander';
import { inventedPets } from './invented-pets.ts';
import { numberEvents } from './number-events.ts';
import { operator } from './operator.ts';
import { formatCount, printDone } from './output.ts';
import { startProgressBar } from './progress-bar.ts';
import { withDatabase } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

interface SeedOptions {
  readonly count: number;
  readonly seed: number;
}

const maxCount = 1_000_000;
const maxSeed = 2 ** 32 - 1;

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
    .action((options: SeedOptions) =>
      withDatabase('write', (dataSource) =>
        withStopSignal('nothing was created', async (signal) => {
          const importPets = new ImportPets(
            new TypeOrmPetRepository(dataSource),
            new TypeOrmImportKeys(),
            new TypeOrmTransactions(dataSource),
          );
          await seedPets(importPets, options, signal);
          await numberEvents(dataSource);
          await printSeeded(options);
        }),
      ),
    );
}

async function seedPets(importPets: ImportPets, { count, seed }: SeedOptions, signal: AbortSignal): Promise<void> {
  const progressBar = startProgressBar('creating', count);
  async function* newPets(): AsyncGenerator<PetToImport> {
    let created = 0;
    for (const newPet of inventedPets(seed)) {
      if (created === count) return;
      signal.throwIfAborted();
      created += 1;
      yield { newPet, row: created };
      progressBar.update(created, { rows: created });
    }
  }
  const beforeCommit = () => signal.throwIfAborted();
  await importPets.execute(newPets(), { actor: operator, beforeCommit }).finally(() => progressBar.stop());
}

function printSeeded({ count, seed }: SeedOptions): Promise<void> {
  return printDone(`created ${formatCount(count)} invented ${count === 1 ? 'animal' : 'animals'} of seed ${seed}`);
}

function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
  };
}
