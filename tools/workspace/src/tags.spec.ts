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
  const tagsOf = (kind: string) => tags.filter((tag) => tag.startsWith(`${kind}:`));
  expect(tagsOf('context')).toHaveLength(1);
  expect(tagsOf('layer')).toHaveLength(1);
  expect(layers).toContain(tagsOf('layer')[0]?.replace('layer:', ''));
});

it('finds at least one context', () => {
  expect(contexts()).not.toEqual([]);
});

it.each(contexts())(
  'the context %s has exactly one domain, one application and one infrastructure library',
  (context) => {
    const libraries = projects().filter(({ tags }) => tags.includes(`context:${context}`));
    const found = libraries.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('layer:')));
    expect(found.sort()).toEqual(['layer:application', 'layer:domain', 'layer:infrastructure']);
  },
);
