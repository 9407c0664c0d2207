import { translate } from '@petstore/database';
import type { Pet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { petsById, rowOf } from './pet-statements.ts';
import { toPet } from './pet.table.ts';
import { shared } from './shared-statements.ts';

/** Finds animals by id, those of one turn with one statement. */
export function sharedFinds(dataSource: DataSource): (id: string) => Promise<Pet | undefined> {
  return shared(async (ids: readonly string[]) => {
    const rows = await petsById.run(dataSource, [ids]).catch(translate('read'));
    const byId = new Map(rows.map((row) => [row[0], row]));
    return ids.map((id) => {
      const row = byId.get(id);
      return row && toPet(rowOf(row));
    });
  });
}
