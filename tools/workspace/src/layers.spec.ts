import { layersOf, layerViolations } from './layers.ts';

const layers = layersOf(['pets', 'orders']);

function violations(from: string, to: string): string[] {
  return layerViolations([{ from, to, kind: 'type' }], layers);
}

it.each([
  ['libs/shared/kernel/src/a.ts', 'libs/shared/settings/src/b.ts'],
  ['libs/shared/kernel/src/a.ts', 'libs/pets/domain/src/b.ts'],
  ['libs/shared/settings/src/a.ts', 'libs/shared/database/src/b.ts'],
  ['libs/shared/database/src/a.ts', 'libs/platform/http/src/b.ts'],
  ['libs/platform/http/src/a.ts', 'libs/shared/database/src/b.ts'],
  ['libs/platform/http/src/a.ts', 'libs/platform/openapi/src/b.ts'],
  ['libs/platform/http/src/a.ts', 'libs/pets/domain/src/b.ts'],
  ['libs/platform/openapi/src/a.ts', 'libs/platform/telemetry/src/b.ts'],
  ['libs/platform/telemetry/src/a.ts', 'libs/platform/openapi/src/b.ts'],
  ['libs/platform/testing/src/a.ts', 'apps/api/src/b.ts'],
  ['libs/pets/domain/src/a.ts', 'libs/pets/application/src/b.ts'],
  ['libs/pets/domain/src/a.ts', 'libs/shared/settings/src/b.ts'],
  ['libs/pets/application/src/a.ts', 'libs/pets/infrastructure/src/b.ts'],
  ['libs/pets/infrastructure/src/a.ts', 'libs/pets/application/src/b.ts'],
  ['libs/orders/domain/src/a.ts', 'libs/pets/domain/src/b.ts'],
  ['libs/contexts/src/a.ts', 'libs/pets/domain/src/b.ts'],
  ['libs/client/src/a.ts', 'libs/shared/kernel/src/b.ts'],
  ['libs/unlisted/src/a.ts', 'libs/shared/kernel/src/b.ts'],
  ['apps/api/src/a.ts', 'libs/platform/testing/src/b.ts'],
  ['apps/api/src/a.ts', 'apps/cli/src/b.ts'],
  ['tools/workspace/src/a.ts', 'libs/pets/domain/src/b.ts'],
])('reports an import from %s to %s', (from, to) => {
  expect(violations(from, to)).toEqual([`${from} → ${to}`]);
});

it.each([
  ['libs/shared/kernel/src/a.ts', 'libs/shared/kernel/src/b.ts'],
  ['libs/platform/openapi/src/a.ts', 'libs/platform/http/src/b.ts'],
  ['libs/platform/testing/src/a.ts', 'tools/contract/src/b.ts'],
  ['libs/pets/application/src/a.ts', 'libs/pets/domain/src/b.ts'],
  ['libs/pets/infrastructure/src/a.ts', 'libs/shared/database/src/b.ts'],
  ['libs/contexts/src/a.ts', 'libs/orders/infrastructure/src/b.ts'],
  ['apps/api/src/a.ts', 'libs/orders/application/src/b.ts'],
  ['tools/faults/src/a.ts', 'tools/processes/src/b.ts'],
])('allows an import from %s to %s', (from, to) => {
  expect(violations(from, to)).toEqual([]);
});

it('does not check tests', () => {
  expect(violations('libs/pets/domain/src/a.spec.ts', 'libs/pets/application/src/b.ts')).toEqual([]);
  expect(violations('apps/api/src/testing/a.ts', 'libs/platform/testing/src/b.ts')).toEqual([]);
});
