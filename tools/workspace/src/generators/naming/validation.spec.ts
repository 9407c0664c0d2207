import { aggregateNames, requireKebabCase, requireVerbAndNoun } from './validation.mjs';

it.each(['store', 'lost-pets', 'area51'])('accepts the context %s', (name) => {
  expect(() => requireKebabCase('context', name)).not.toThrow();
});

it.each([
  '',
  'Store',
  'lostPets',
  'lost_pets',
  '-store',
  'store-',
  'a--b',
  '1store',
  'store/x',
  '..',
  'störe',
  ' store',
])('refuses the context %j with one line', (name) => {
  const message = `The context ${JSON.stringify(name)} is not in kebab-case, such as "lost-pets".`;
  expect(() => requireKebabCase('context', name)).toThrow(new Error(message));
});

it('requires a verb and a noun for a use case', () => {
  expect(() => requireVerbAndNoun('rename-pet')).not.toThrow();
  expect(() => requireVerbAndNoun('rename')).toThrow('The use case "rename" needs a verb and a noun');
  expect(() => requireVerbAndNoun('RenamePet')).toThrow('The use case "RenamePet" is not in kebab-case');
});

it.each([
  ['Order', undefined, { aggregate: 'order', plural: 'orders' }],
  ['AdoptionRequest', undefined, { aggregate: 'adoption-request', plural: 'adoption-requests' }],
  ['Person', 'people', { aggregate: 'person', plural: 'people' }],
  ['Status', undefined, { aggregate: 'status', plural: 'statuses' }],
  ['News', 'news-items', { aggregate: 'news', plural: 'news-items' }],
])('accepts the aggregate %s with the plural %s', (aggregate, plural, names) => {
  expect(aggregateNames(aggregate, plural)).toEqual(names);
});

it.each([
  ['order', undefined, 'is not in PascalCase'],
  ['adoption-request', undefined, 'is not in PascalCase'],
  ['ORDER', undefined, 'is not in PascalCase'],
  ['', undefined, 'is not in PascalCase'],
  ['Orders', undefined, 'looks like a plural'],
  ['Person', 'People', 'is not in kebab-case'],
  ['Fish', 'fish', 'is the singular'],
  ['Case', undefined, '"case" is a name of JavaScript or TypeScript'],
  ['Package', undefined, '"package" is a name'],
  ['Map', undefined, '"Map" is a name'],
  ['Response', undefined, '"Response" is a name'],
])('refuses the aggregate %j with the plural %j: it %s', (aggregate, plural, message) => {
  expect(() => aggregateNames(aggregate, plural)).toThrow(message);
  expect(() => aggregateNames(aggregate, plural)).toThrow(/^[^\n]+$/);
});
