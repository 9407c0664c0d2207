import { substitution } from './substitution.mjs';

const names = {
  context: 'lost-pets',
  aggregate: 'owner-search',
  plural: 'owner-searches',
  useCase: 'end-owner-search',
};

it.each([
  ['SampleItem, SampleItems, NewSampleItem', 'OwnerSearch, OwnerSearches, NewOwnerSearch'],
  ['sampleItem, sampleItems, sampleItemId', 'ownerSearch, ownerSearches, ownerSearchId'],
  ['sample-item.ts, create-sample-items', 'owner-search.ts, create-owner-searches'],
  ['invalid_sample_item_name, sample_items_pkey', 'invalid_owner_search_name, owner_searches_pkey'],
  ['sample items and Sample items', 'owner searches and Owner searches'],
  ['sample-context, sampleContext, SampleContextModule', 'lost-pets, lostPets, LostPetsModule'],
  ['SampleUseCase, sample-use-case', 'EndOwnerSearch, end-owner-search'],
  ['a sample item. A sample item', 'an owner search. An owner search'],
  ['a SampleItem, a NewSampleItem', 'an OwnerSearch, a NewOwnerSearch'],
  ['a stored sample item', 'a stored owner search'],
])('replaces the names in %j', (text, expected) => {
  expect(substitution(names)(text)).toBe(expected);
});

it('keeps the article a before a consonant', () => {
  const substitute = substitution({ context: 'store', aggregate: 'voucher', plural: 'vouchers' });
  expect(substitute('A sample item is a sample item.')).toBe('A voucher is a voucher.');
});

it('makes other replacements first', () => {
  expect(substitution(names, { 'sample-items-path': 'a/b' })('/sample-items-path/sample-items')).toBe(
    '/a/b/owner-searches',
  );
});
