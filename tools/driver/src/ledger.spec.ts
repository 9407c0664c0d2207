import type { ClientResponse } from './client.ts';
import { Ledger } from './ledger.ts';
import type { NewPetJson, PetJson } from './pet-json.ts';

const timing = { headers: {}, milliseconds: 1, at: 1, isReused: true };
const response = (status: number, code = '', body: object = {}): ClientResponse => ({
  ...timing,
  status,
  code,
  text: JSON.stringify(body),
});

let ledger: Ledger;

beforeEach(() => {
  ledger = new Ledger();
});

const consistent = {
  acknowledged: 0,
  lost: 0,
  altered: 0,
  duplicated: 0,
  contradicted: 0,
  unknown: 0,
  unknownCreated: 0,
};

function acknowledge(id: number): { newPet: NewPetJson; pet: PetJson } {
  const newPet = ledger.nextPet();
  const pet = { id, ...newPet };
  ledger.record(newPet, response(201, '', pet));
  return { newPet, pet };
}

it('counts no violation if every pet is stored as acknowledged', () => {
  const stored = [acknowledge(1).pet, acknowledge(2).pet];
  expect(ledger.verify(stored)).toEqual({ ...consistent, acknowledged: 2 });
});

it('counts an acknowledged pet that is not stored as lost', () => {
  const { pet } = acknowledge(1);
  acknowledge(2);
  expect(ledger.verify([pet])).toEqual({ ...consistent, acknowledged: 2, lost: 1 });
});

it('counts a pet that is stored, acknowledged or read with other values as altered', () => {
  const { pet } = acknowledge(1);
  expect(ledger.verify([{ ...pet, categoryId: 8 }])).toMatchObject({ altered: 1 });
  ledger.compareRead(pet, response(200, '', { ...pet, status: 'none' }));
  ledger.compareRead(pet, response(404, 'pet_not_found'));
  const newPet = ledger.nextPet();
  ledger.record(newPet, response(201, '', { id: 2, ...newPet, name: 'Tom' }));
  expect(ledger.verify([pet, { id: 2, ...newPet }])).toMatchObject({ altered: 3 });
});

it('counts a pet stored twice, and an id acknowledged twice, as duplicated', () => {
  const { pet } = acknowledge(1);
  expect(ledger.verify([pet, { ...pet, id: 2 }])).toMatchObject({ duplicated: 1, lost: 0 });
  const { pet: another } = acknowledge(1);
  expect(ledger.verify([pet, another])).toMatchObject({ duplicated: 1 });
});

it.each([
  ['503 service_unavailable', () => response(503, 'service_unavailable')],
  ['a refused connection', () => response(0, 'ECONNREFUSED')],
])('counts a pet that is stored although its create got %s as contradicted', (_, responseOf) => {
  const newPet = ledger.nextPet();
  expect(ledger.record(newPet, responseOf())).toBe(true);
  expect(ledger.verify([])).toEqual(consistent);
  expect(ledger.verify([{ id: 1, ...newPet }])).toMatchObject({ contradicted: 1 });
});

it('counts a stored pet that no client created as contradicted', () => {
  expect(ledger.verify([{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }])).toMatchObject({ contradicted: 1 });
});

it.each([
  ['503 outcome_unknown', () => response(503, 'outcome_unknown')],
  ['a reset connection', () => response(0, 'ECONNRESET')],
])('finds the outcome of a create that got %s among the stored pets', (_, responseOf) => {
  const [created, notCreated] = [ledger.nextPet(), ledger.nextPet()];
  for (const newPet of [created, notCreated]) expect(ledger.record(newPet, responseOf())).toBe(false);
  expect(ledger.verify([{ id: 1, ...created }])).toEqual({ ...consistent, unknown: 2, unknownCreated: 1 });
});

it('ignores an error for a repeat, because an earlier attempt may have created the pet', () => {
  const newPet = ledger.nextPet();
  ledger.record(newPet, response(0, 'ECONNRESET'));
  expect(ledger.recordRepeat(newPet, response(503, 'service_unavailable'))).toBe(false);
  expect(ledger.verify([{ id: 1, ...newPet }])).toEqual({ ...consistent, unknown: 1, unknownCreated: 1 });
});
