import { projects } from './workspace.ts';

const layers = ['domain', 'application', 'settings', 'infrastructure', 'app', 'tool', 'client'];

it.each(projects())('$name bears one context and one layer', ({ tags }) => {
  const ofKind = (kind: string) => tags.filter((tag) => tag.startsWith(`${kind}:`));
  expect(ofKind('context')).toHaveLength(1);
  expect(ofKind('layer')).toHaveLength(1);
  expect(layers).toContain(ofKind('layer')[0]?.replace('layer:', ''));
});

it.each(['pets', 'access'])('the context %s has its three rooms', (context) => {
  const rooms = projects().filter(({ tags }) => tags.includes(`context:${context}`));
  const found = rooms.flatMap(({ tags }) => tags.filter((tag) => tag.startsWith('layer:')));
  expect(found.sort()).toEqual(['layer:application', 'layer:domain', 'layer:infrastructure']);
});
