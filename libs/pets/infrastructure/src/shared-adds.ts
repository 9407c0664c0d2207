import { translate } from '@petstore/database';
import { DomainError } from '@petstore/kernel';
import { Pet, PetId, type NewPet } from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { integersOf, newPets } from './pet-statements.ts';
import { toRow } from './pet.table.ts';
import { shared } from './shared-statements.ts';

/** Adds animals, those of one turn with one autocommitted statement. */
export function sharedAdds(dataSource: DataSource): (newPet: NewPet) => Promise<Pet> {
  const add = async (asked: readonly NewPet[]): Promise<Pet[]> => {
    const rows = asked.map(toRow);
    const columns = [rows.map(({ name }) => name), rows.map((row) => row.categoryId), rows.map((row) => row.status)];
    const [ids] = (await newPets.run(dataSource, columns).catch(translate('change')))[0]!;
    return integersOf(ids).map((id, index) => Pet.register(PetId.restore(id), asked[index]!));
  };
  return shared(async (asked: readonly NewPet[]) => {
    try {
      return await add(asked);
    } catch (error) {
      // What the surroundings did is everybody's; but where one of the animals was refused, none was added, and the others can.
      if (asked.length === 1 || error instanceof DomainError) throw error;
      return Promise.all(
        asked.map((newPet) =>
          add([newPet]).then(
            ([pet]) => pet!,
            (own: Error) => own,
          ),
        ),
      );
    }
  });
}
