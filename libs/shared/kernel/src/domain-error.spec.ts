import { DomainError } from './domain-error.ts';

class OutOfStock extends DomainError {
  readonly code = 'out_of_stock';
}

const error = new OutOfStock('The product is out of stock.');

it('has the class name as its name', () => {
  expect(error.name).toBe('OutOfStock');
  expect(String(error)).toBe('OutOfStock: The product is out of stock.');
});

it('is an Error with a stack trace', () => {
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toBeInstanceOf(Error);
  expect(error.stack).toContain('domain-error.spec.ts');
});

it('has its code as a literal type', () => {
  const code: 'out_of_stock' = error.code;
  expect(code).toBe('out_of_stock');
});
