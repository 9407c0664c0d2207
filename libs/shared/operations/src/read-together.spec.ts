import { OperatorError } from './operator-error.ts';
import { readTogether } from './read-together.ts';

const refuse = (message: string) => () => {
  throw new OperatorError(message);
};

it('returns what the readers return', () => {
  expect(
    readTogether(
      () => 1,
      () => 'two',
    ),
  ).toEqual([1, 'two']);
});

it('reports each fault of all readers once', () => {
  const reading = () => readTogether(refuse('PORT\nHOST'), () => 1, refuse('HOST\nBETA'));
  expect(reading).toThrow(new OperatorError('PORT\nHOST\nBETA'));
});

it('does not collect errors that an operator cannot fix', () => {
  const defect = () => {
    throw new TypeError('defect');
  };
  expect(() => readTogether(refuse('PORT'), defect)).toThrow(new TypeError('defect'));
});
