import { TypeOrmTransactions } from '@petstore/database';
import { parseInteger } from '@petstore/operations';
import { ImportPets, type PetToImport } from '@petstore/pets-application';
import { TypeOrmImportKeys, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command, InvalidArgumentError } from 'commander';
import { inventedPets } from './invented-pets.ts';
import { numberEvents } from './number-events.ts';
import { operator } from './operator.ts';
import { formatCount, printDone } from './output.ts';
import { startProgressBar } from './progress-bar.ts';
import { withDatabase, type DataSource } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

const maxCount = 1_000_000;
const batchSize = 1_000;
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
    .action(({ count, seed }: { count: number; seed: number }) =>
      withDatabase('write', (dataSource) =>
        withStopSignal('nothing was created', async (signal) => {
          await seedPets(dataSource, count, seed, signal);
          await numberEvents(dataSource);
          const animals = count === 1 ? 'animal' : 'animals';
          await printDone(`created ${formatCount(count)} invented ${animals} of seed ${seed}`);
        }),
      ),
    );
}

async function seedPets(dataSource: DataSource, count: number, seed: number, signal: AbortSignal): Promise<void> {
  const importPets = new ImportPets(
    new TypeOrmPetRepository(dataSource),
    new TypeOrmImportKeys(),
    new TypeOrmTransactions(dataSource),
  );
  const progressBar = startProgressBar('creating', count);
  async function* batches(): AsyncGenerator<PetToImport[]> {
    const pets = inventedPets(seed);
    for (let created = 0; created < count;) {
      const size = Math.min(batchSize, count - created);
      yield Array.from({ length: size }, () => ({ newPet: pets.next().value, row: ++created }));
      progressBar.update(created, { rows: created });
    }
  }
  await importPets.execute(batches(), { actor: operator, signal }).finally(() => progressBar.stop());
}

function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = parseInteger(text, min, max);
    if (value === undefined) throw new InvalidArgumentError(`It must be an integer from ${min} to ${max}.`);
    return value;
  };
}
