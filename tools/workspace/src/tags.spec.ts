import { contexts, projects } from './workspace.ts';

const layers = [
  'kernel',
  'settings',
  'domain',
  'application',
  'infrastructure',
  'platform',
  'composition',
  'testing',
  'app',
  'tool',
  'client',
];

it.each(projects())('$name has one context tag and one layer tag', ({ tags }) => {
  const ofKind = (kind: string) => tags.filter((tag) => tag.startsWith(`${kind}:`));
  expect(ofKind('context')).toHaveLength(1);
  expect(ofKind('layer')).toHaveLength(1);
  expect(layers).toContain(ofKind('layer')[0]?.replace('layer:', ''));
});

it('finds at least one context', () => {
  expect(contexts()).not.toEqual([]);
});

it.each(contexts())('the context %s has one library for each of its three layers', (context) => {
  const libraries = projects().filter(({ tags }) => tags.includes(`context:${context}`));
  const found = libraries.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('layer:')));
  expect(found.sort()).toEqual(['layer:application', 'layer:domain', 'layer:infrastructure']);
});
