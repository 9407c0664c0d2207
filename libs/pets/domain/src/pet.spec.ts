import { NewPet, Pet, type PetFields } from './pet.ts';
import { InvalidNewPet, PetChanged, PetHasOrder, PetNotAvailable } from './pet.errors.ts';
import { CategoryId, initialPetStatus, PetId, PetName, PetStatus } from './pet.value-objects.ts';
import { newPetSamples } from './testing/index.ts';

const valid = { name: 'Rex', categoryId: 1, status: 'sold' };

const nameError = `name must be ${PetName.allowed}`;
const categoryIdError = `categoryId must be ${CategoryId.allowed}`;
const statusError = `status must be ${PetStatus.allowed}`;

describe('NewPet.of', () => {
  it('creates value objects from the fields, and sets the status available by default', () => {
    const values = { name: PetName.of('Rex'), categoryId: CategoryId.of(1) };
    expect(NewPet.of(valid)).toEqual(new NewPet({ ...values, status: PetStatus.of('sold') }));
    expect(NewPet.of({ ...valid, status: undefined })).toEqual(new NewPet({ ...values, status: initialPetStatus }));
  });

  it.each([
    ['name', { ...valid, name: ' ' }, [nameError]],
    ['name and status', { ...valid, name: 7, status: '' }, [nameError, statusError]],
    ['all three', { name: null, categoryId: 1.5, status: null }, [nameError, categoryIdError, statusError]],
    ['missing members', {}, [nameError, categoryIdError].map((error) => error.replace('must', 'is required: it must'))],
  ])('reports the errors of %s and no others', (_, fields, errors) => {
    expect(() => NewPet.of(fields)).toThrow(InvalidNewPet);
    expect(() => NewPet.of(fields)).toThrow(new Error(errors.join('; ')));
  });
});

describe('Pet', () => {
  const stored = { id: '9223372036854775807', name: ' Zoe\u0308 ', categoryId: '-9007199254740993', status: 'pending' };
  const pet = Pet.restore({ ...stored, version: 7 });
  const samples = newPetSamples.map((sample) => NewPet.of(sample));
  const [first, second] = samples.map((sample) => Pet.create(pet.id, sample)) as [Pet, Pet];

  it('a snapshot has every member, and restore accepts it', () => {
    expect(Object.keys(first.snapshot()).sort()).toEqual(['id', ...Object.keys(NewPet.fields)].sort());
    expect(Pet.restore({ ...first.snapshot(), version: 1 }).snapshot()).toEqual(first.snapshot());
  });

  it('register, create and restore keep the values', () => {
    expect(pet.snapshot()).toEqual(stored);
    const newPet = NewPet.of({ name: ' Zoe\u0308 ', categoryId: -9007199254740993n, status: 'pending' });
    const created = Pet.create(new PetId('9223372036854775807'), newPet);
    expect([created.snapshot(), created.version, created.event]).toEqual([stored, 1, undefined]);
    const event = { type: 'pet.created', actor: 'key_1', data: { pet: { ...stored, id: undefined } } };
    expect(newPet.register('key_1')).toEqual({ newPet, event });
  });

  it.each(['lost', 'Sold', ''])('restore refuses the unknown status %p', (status) => {
    expect(() => Pet.restore({ ...stored, status, version: 1 })).toThrow(
      new Error(`the stored status ${status} is unknown`),
    );
  });

  it.each(Object.keys(NewPet.fields) as (keyof PetFields)[])('update can change only the member %s', (member) => {
    const before = first.snapshot();
    const updated = first.update({ [member]: samples[1]![member] }, false, 'key_2');
    expect(updated.snapshot()).toEqual({ ...before, [member]: second.snapshot()[member] });
    expect(first.snapshot()).toEqual(before);
    expect(updated.version).toBe(2);
    const data = { pet: updated.snapshot() };
    expect(updated.event).toEqual({ type: 'pet.updated', petId: before.id, actor: 'key_2', data });
  });

  it('update returns the same Pet if nothing changes', () => {
    expect(pet.update({}, false, 'key_1')).toBe(pet);
    expect(pet.update({ name: PetName.of(stored.name), status: PetStatus.of('pending') }, false, 'key_1')).toBe(pet);
  });

  /** What each method does from each status: the new status, or the error. */
  const notAvailable = (status: PetStatus) => new PetNotAvailable(status).message;
  const life: Record<'reserve' | 'sell' | 'release' | 'takeBack', Record<PetStatus, string>> = {
    reserve: {
      available: 'pending',
      pending: notAvailable('pending'),
      sold: notAvailable('sold'),
    },
    sell: {
      available: 'The animal is available: only a pending animal can be sold.',
      pending: 'sold',
      sold: 'The animal is sold: only a pending animal can be sold.',
    },
    release: {
      available: 'The animal is available: only a pending animal can be released.',
      pending: 'available',
      sold: 'The animal is sold: only a pending animal can be released.',
    },
    takeBack: {
      available: 'The animal is available: only a sold animal can be returned.',
      pending: 'The animal is pending: only a sold animal can be returned.',
      sold: 'available',
    },
  };
  const steps = Object.entries(life).flatMap(([method, results]) =>
    Object.entries(results).map(([status, result]) => [method, status, result] as const),
  ) as [keyof typeof life, PetStatus, string][];

  it.each(steps)('%s of a pet that is %s: %s', (method, status, result) => {
    const before = Pet.restore({ ...stored, status, version: 7 });
    if (result.includes(' ')) return expect(() => before[method]()).toThrow(result);
    const after = before[method]();
    expect(after.snapshot()).toEqual({ ...stored, status: result });
    // The order records what happened.
    expect([after.version, after.event]).toEqual([8, undefined]);
  });

  it('only its order changes the status of a reserved pet, and nobody removes it', () => {
    for (const status of PetStatus.values)
      expect(() => pet.update({ name: PetName.of('Tom'), status }, true, 'key_1')).toThrow(PetHasOrder);
    expect(() => pet.remove(true, 'key_1')).toThrow(PetHasOrder);
    expect(pet.update({ name: PetName.of('Tom') }, true, 'key_1').snapshot().name).toBe('Tom');
  });

  it('remove records the pet as it was', () => {
    const { event } = pet.remove(false, 'key_1');
    expect(event).toEqual({ type: 'pet.deleted', petId: stored.id, actor: 'key_1', data: { pet: stored } });
  });

  it('requireVersion accepts one of the versions, and any if there are none', () => {
    for (const versions of [undefined, [7], [6, 7]]) pet.requireVersion(versions);
    for (const versions of [[], [6], [1, 8]]) expect(() => pet.requireVersion(versions)).toThrow(PetChanged);
  });
});
