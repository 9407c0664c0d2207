import type { Answer } from './client.ts';
import { Ledger, type NewPetJson, type PetJson } from './ledger.ts';

const over = { headers: {}, milliseconds: 1, at: 1, isKept: true };
const answered = (status: number, code = '', body: object = {}): Answer => ({
  ...over,
  status,
  code,
  text: JSON.stringify(body),
});

let ledger: Ledger;

beforeEach(() => {
  ledger = new Ledger();
});

const wellKept = { acknowledged: 0, lost: 0, altered: 0, twice: 0, untrue: 0, unknown: 0, unknownMade: 0 };

function acknowledge(id: number): { newPet: NewPetJson; pet: PetJson } {
  const newPet = ledger.next();
  const pet = { id, ...newPet };
  ledger.hear(newPet, answered(201, '', pet));
  return { newPet, pet };
}

it('finds nothing wrong where all is as it was acknowledged', () => {
  const kept = [acknowledge(1).pet, acknowledge(2).pet];
  expect(ledger.judge(kept)).toEqual({ ...wellKept, acknowledged: 2 });
});

it('calls lost what was acknowledged and is not there', () => {
  const { pet } = acknowledge(1);
  acknowledge(2);
  expect(ledger.judge([pet])).toEqual({ ...wellKept, acknowledged: 2, lost: 1 });
});

it('calls altered what is kept, acknowledged or read otherwise than it was asked for', () => {
  const { pet } = acknowledge(1);
  expect(ledger.judge([{ ...pet, categoryId: 8 }])).toMatchObject({ altered: 1 });
  ledger.see(pet, answered(200, '', { ...pet, status: 'none' }));
  ledger.see(pet, answered(404, 'pet_not_found'));
  const newPet = ledger.next();
  ledger.hear(newPet, answered(201, '', { id: 2, ...newPet, name: 'Tom' }));
  expect(ledger.judge([pet, { id: 2, ...newPet }])).toMatchObject({ altered: 3 });
});

it('calls twice what is there twice, and an id that two have', () => {
  const { pet } = acknowledge(1);
  expect(ledger.judge([pet, { ...pet, id: 2 }])).toMatchObject({ twice: 1, lost: 0 });
  const { pet: another } = acknowledge(1);
  expect(ledger.judge([pet, another])).toMatchObject({ twice: 1 });
});

it.each([
  ['refused', () => answered(503, 'service_unavailable')],
  ['not let in', () => answered(0, 'ECONNREFUSED')],
])('calls untrue what is there though its client was %s', (_, answer) => {
  const newPet = ledger.next();
  expect(ledger.hear(newPet, answer())).toBe(true);
  expect(ledger.judge([])).toEqual(wellKept);
  expect(ledger.judge([{ id: 1, ...newPet }])).toMatchObject({ untrue: 1 });
});

it('calls untrue what nobody asked for', () => {
  expect(ledger.judge([{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }])).toMatchObject({ untrue: 1 });
});

it.each([
  ['503 outcome_unknown', () => answered(503, 'outcome_unknown')],
  ['nothing', () => answered(0, 'ECONNRESET')],
])('settles by reading back what was answered %s', (_, answer) => {
  const [made, notMade] = [ledger.next(), ledger.next()];
  for (const newPet of [made, notMade]) expect(ledger.hear(newPet, answer())).toBe(false);
  expect(ledger.judge([{ id: 1, ...made }])).toEqual({ ...wellKept, unknown: 2, unknownMade: 1 });
});

it('believes no refusal of a repeat, as an earlier attempt may have made it', () => {
  const newPet = ledger.next();
  ledger.hear(newPet, answered(0, 'ECONNRESET'));
  expect(ledger.hearAgain(newPet, answered(503, 'service_unavailable'))).toBe(false);
  expect(ledger.judge([{ id: 1, ...newPet }])).toEqual({ ...wellKept, unknown: 1, unknownMade: 1 });
});
