import { NewPet, type PetStatusValue } from '@petstore/pets-domain';
import { Random } from './random.ts';

/** Some have characters outside ASCII or a space, because programs must handle them. */
const names = [
  ...[
    'Ace',
    'Bella',
    'Biscuit',
    'Bruno',
    'Buddy',
    'Charlie',
    'Cleo',
    'Coco',
    'Daisy',
    'Finn',
    'Ginger',
    'Gizmo',
    'Hazel',
  ],
  ...[
    'Jasper',
    'Kiki',
    'Leo',
    'Loki',
    'Lucy',
    'Luna',
    'Mango',
    'Max',
    'Milo',
    'Misty',
    'Mochi',
    'Nala',
    'Nori',
    'Olive',
  ],
  ...[
    'Oscar',
    'Peanut',
    'Pepper',
    'Pip',
    'Poppy',
    'Rex',
    'Rocky',
    'Rosie',
    'Ruby',
    'Sadie',
    'Simba',
    'Smokey',
    'Teddy',
  ],
  ...[
    'Toby',
    'Waffles',
    'Willow',
    'Ziggy',
    'Lord Byron',
    'Miss Marple',
    "D'Artagnan",
    'Zoë',
    'Łatek',
    'Ñandú',
    'Белка',
    '小白',
  ],
];

const categoryIds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Most animals of a store are available. */
const statuses: readonly PetStatusValue[] = ['available', 'available', 'available', 'pending', 'sold'];

/**
 * Generates invented animals. The same seed gives the same animals in the same order.
 * @param seed integer from 0 to 4,294,967,295
 */
export function* inventedPets(seed: number): Generator<NewPet, never> {
  const random = new Random(seed);
  for (;;) {
    const [name, categoryId, status] = [random.pick(names), random.pick(categoryIds), random.pick(statuses)];
    yield NewPet.parse({ name, categoryId, status });
  }
}
