import { translate } from '@petstore/database';
import type { Pet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsById, rowsOf } from './pet-statements.ts';
import { toPet } from './pet.table.ts';
import { shared } from './shared-statements.ts';

/** Finds animals by id, those of one turn with one statement. */
export function sharedFinds(dataSource: DataSource): (id: string) => Promise<Pet | undefined> {
  return shared(async (ids: readonly string[]) => {
    const [found] = await petsById.run(dataSource, [ids]).catch(translate('read'));
    const pets = new Map(found && rowsOf(found).map((row) => [row.id, toPet(row)]));
    return ids.map((id) => pets.get(id));
  });
}
