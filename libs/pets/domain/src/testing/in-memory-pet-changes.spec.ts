import { Pet } from '../pet.ts';
import { InMemoryPetChanges } from './in-memory-pet-changes.ts';
import { InMemoryPetRepository } from './in-memory-pet.repository.ts';
import { petChangesContract } from './pet-changes.contract.ts';

for (const [rule, verify] of Object.entries(petChangesContract)) {
  it(rule, async () => {
    const changes = new InMemoryPetChanges();
    const pets = new InMemoryPetRepository(changes);
    await verify(changes, {
      add: (...newPets) => Promise.all(newPets.map((newPet) => pets.add(newPet))),
      async setStatus(pet, status) {
        const changed = Pet.restore({ ...pet.snapshot(), status });
        changes.record(changed);
        return changed;
      },
      startNewHistory: async () => changes.startNewHistory(),
    });
  });
}
