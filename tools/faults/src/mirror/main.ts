// Runs a mirror until the process is killed. Arguments: the file of its journal, the API key, and the addresses of the instances.
import type { Pet } from '@petstore/client';
import { alternatingClient } from './alternating-client.ts';
import { MirrorJournal } from './mirror-journal.ts';

const [file, key, ...addresses] = process.argv.slice(2);

const journal = new MirrorJournal(file!);

await alternatingClient(addresses, key!).pets.mirror({
  async load() {
    journal.recover();
    return journal.cursor;
  },
  async reset() {
    journal.append({ kind: 'reset' });
  },
  async put(pets, cursor, isComplete) {
    journal.append({ kind: 'put', pets: pets.map(copyOf), cursor, isComplete });
  },
});

function copyOf({ id, name, categoryId, status }: Pet) {
  return { id: String(id), name, categoryId: String(categoryId), status };
}
