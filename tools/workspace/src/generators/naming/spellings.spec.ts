import { articleOf, kebabOf, looksPlural, pluralOf, spellingsOf } from './spellings.mjs';

it('spells a name of two words', () => {
  expect(spellingsOf('adoption-request')).toEqual({
    kebab: 'adoption-request',
    pascal: 'AdoptionRequest',
    camel: 'adoptionRequest',
    snake: 'adoption_request',
    words: 'adoption request',
    sentence: 'Adoption request',
  });
});

it.each([
  ['Order', 'order'],
  ['AdoptionRequest', 'adoption-request'],
  ['Box2Label', 'box2-label'],
])('converts %s to %s', (pascal, kebab) => {
  expect(kebabOf(pascal)).toBe(kebab);
});

it.each([
  ['order', 'orders'],
  ['adoption-request', 'adoption-requests'],
  ['category', 'categories'],
  ['day', 'days'],
  ['box', 'boxes'],
  ['address', 'addresses'],
  ['branch', 'branches'],
])('forms the plural of %s: %s', (singular, plural) => {
  expect(pluralOf(singular)).toBe(plural);
});

it.each(['Orders', 'AdoptionRequests', 'Categories', 'Days', 'Boxes', 'Shoes', 'Invoices'])(
  'takes %s for a plural',
  (name) => expect(looksPlural(name)).toBe(true),
);

it.each(['Order', 'Address', 'Status', 'Analysis', 'Bus', 'Campus', 'Class', 'Atlas'])(
  'does not take %s for a plural',
  (name) => expect(looksPlural(name)).toBe(false),
);

it.each([
  ['an', ['order', 'adoption request', 'invoice', 'umbrella', 'uninstalled app', 'hour', 'honour']],
  ['a', ['pet', 'user', 'unit', 'euro amount', 'one-off payment', 'horse', 'utility']],
])('uses the article %s', (article, words) => {
  expect(words.map(articleOf)).toEqual(words.map(() => article));
});
