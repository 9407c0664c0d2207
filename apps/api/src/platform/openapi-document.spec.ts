import type { OpenAPIObject } from '@nestjs/swagger';
import { deprecationsOf } from '@petstore/http/nest/deprecation.guard';
import { servedContexts } from '../contexts.ts';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const served = servedContexts(false);

const production = 'https://pets.example.org/v1';
const staging = 'https://staging.example.org/v1';

let app: TestApp;
let appWithoutDeployments: TestApp;
let document: OpenAPIObject;

beforeAll(async () => {
  appWithoutDeployments = await startTestApp();
  app = await startTestApp({ deployments: { production, staging } });
  document = (await app.unauthenticated.get('/openapi.json')).body;
});

afterAll(async () => {
  await app.close();
  await appWithoutDeployments.close();
});

/** The members of an operation that the tests read. */
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly security: unknown;
  readonly responses: Readonly<Record<string, { description: string }>>;
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the OpenAPI document', () => {
  it('has the three operations on pets, and no operation twice', () => {
    const names = operations().map(({ path, method, operation }) => `${operation.operationId}: ${method} ${path}`);
    const ofPets = ['createPet: post /pets', 'getPet: get /pets/{petId}', 'listPets: get /pets'];
    expect(names).toEqual(expect.arrayContaining(ofPets));
    expect(new Set(names).size).toBe(names.length);
  });

  it('marks only getPet as deprecated', () => {
    const deprecated = operations().filter(({ operation }) => operation.deprecated);
    expect(deprecated.map(({ operation }) => operation.operationId)).toStrictEqual(['getPet']);
  });

  it('has the sunset date of the context for each deprecated operation', () => {
    const deprecated = operations().filter(({ operation }) => operation.deprecated);
    const dates = deprecated.map(({ operation }) => operation['x-sunset']);
    const deprecations = served.contexts.flatMap(({ module }) => deprecationsOf(module));
    expect(dates.sort()).toStrictEqual(deprecations.map(({ sunsetDate }) => sunsetDate).sort());
  });

  it('lists this service and the deployments as servers', async () => {
    expect(document.servers?.map(({ url }) => url)).toStrictEqual(['/v1', production, staging]);
    const { body } = await appWithoutDeployments.unauthenticated.get('/openapi.json');
    expect(body.servers).toStrictEqual([{ url: '/v1', description: 'This service' }]);
  });

  it('requires a key for every operation, as the service does', async () => {
    const { url } = document.servers![0]!;
    expect(document.components?.securitySchemes).toMatchObject({ bearerAuth: { type: 'http', scheme: 'bearer' } });
    for (const { path, method, operation } of operations()) {
      expect(operation.security).toStrictEqual([{ bearerAuth: [] }]);
      const address = url + path.replace(/\{\w+\}/g, '1');
      expectError(await app.unauthenticated[method as 'get' | 'post'](address), 'missing_api_key');
    }
  });

  it('documents X-Request-Id for every operation', () => {
    for (const { operation } of operations()) {
      const names = operation.parameters.filter((parameter) => parameter.name === 'X-Request-Id');
      expect(names).toMatchObject([{ in: 'header', required: false }]);
    }
  });

  it('lists all error codes, and for each error response only codes of its status', () => {
    const errors = served.errors.all;
    expect(JSON.stringify(document.components?.schemas)).toContain(JSON.stringify(errors.map(({ code }) => code)));
    for (const { operation } of operations()) {
      for (const [status, { description }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue;
        const documented = [...description.matchAll(/\[`(\w+)`\]\(\/docs\/guide#\1\): /g)].map(([, code]) => code);
        const known = errors.filter((error) => error.status === Number(status)).map(({ code }) => code);
        expect(documented.length).toBeGreaterThan(0);
        expect(known).toEqual(expect.arrayContaining(documented));
      }
    }
  });

  it('has the exact bounds of int64, as JSON and as YAML', async () => {
    const bounds = { minimum: '-9223372036854775808', maximum: '9223372036854775807' };
    for (const path of ['/openapi.json', '/openapi.yaml']) {
      const { text } = await app.unauthenticated.get(path);
      const int64 = text.match(/format"?: "?int64/g) ?? [];
      expect(int64.length).toBeGreaterThanOrEqual(4);
      for (const [keyword, bound] of Object.entries(bounds)) {
        const numbers = [...text.matchAll(new RegExp(`${keyword}"?: (-?\\d{16,})\\b`, 'g'))];
        expect(numbers.map(([, number]) => number)).toEqual(int64.map(() => bound));
      }
    }
  });
});
