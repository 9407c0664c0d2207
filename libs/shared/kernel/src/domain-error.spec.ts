import { DomainError, type ErrorKind } from './domain-error.ts';

class BowlIsEmpty extends DomainError {
  readonly kind: ErrorKind = 'unavailable';
  readonly code = 'bowl_is_empty';
}

const error = new BowlIsEmpty('There is nothing left to eat.');

it('bears the name of the rule that was broken', () => {
  expect(error.name).toBe('BowlIsEmpty');
  expect(String(error)).toBe('BowlIsEmpty: There is nothing left to eat.');
});

it('is an error like any other: it can be thrown, caught by its class and traced', () => {
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toBeInstanceOf(Error);
  expect(error.stack).toContain('domain-error.spec.ts');
});
