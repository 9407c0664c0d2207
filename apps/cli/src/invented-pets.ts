import { NewPet, type PetStatus } from '@petstore/pets-domain';

const plainNames =
  'Ace Bella Biscuit Bruno Buddy Charlie Cleo Coco Daisy Finn Ginger Gizmo Hazel Jasper Kiki Leo ' +
  'Loki Lucy Luna Mango Max Milo Misty Mochi Nala Nori Olive Oscar Peanut Pepper Pip Poppy Rex ' +
  'Rocky Rosie Ruby Sadie Simba Smokey Teddy Toby Waffles Willow Ziggy';

/** Names with characters outside ASCII or a space, because programs must handle them. */
const unusualNames = ['Lord Byron', 'Miss Marple', "D'Artagnan", 'Zoë', 'Łatek', 'Ñandú', 'Белка', '小白'];

const names = [...plainNames.split(' '), ...unusualNames];
const categoryIds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Most animals of a store are available. */
const statuses: readonly PetStatus[] = ['available', 'available', 'available', 'pending', 'sold'];

/**
 * Generates invented animals. The same seed gives the same animals in the same order.
 * @param seed integer from 0 to 4,294,967,295
 */
export function* inventedPets(seed: number): Generator<NewPet, never> {
  const random = randomNumbers(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random.next().value * values.length)]!;
  for (;;) {
    const [name, categoryId, status] = [pick(names), pick(categoryIds), pick(statuses)];
    yield NewPet.of({ name, categoryId, status });
  }
}

/**
 * Generates pseudo-random numbers from 0 up to, but not including, 1: mulberry32 by Tommy Ettinger, in the public domain,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c. Not for secrets.
 */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
