import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readSettings } from './settings.ts';
import { allErrors } from './errors.ts';
import { committedDocument, committedDocuments } from './openapi.ts';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';
import { startTestApp, useTestApp } from './testing/test-app.ts';

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: unknown;
  readonly parameters: readonly { readonly name?: string; readonly required?: boolean; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, BodyContent>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly 'x-sunset'?: string;
  readonly 'x-stability'?: string;
  readonly 'x-stability-level'?: string;
}

interface BodyContent {
  readonly schema: { readonly $ref: string };
  readonly examples?: { readonly all?: { readonly value: object } };
}

function operationsById({ paths }: { readonly paths: object }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, operation]) => [operation.operationId, { method, path, operation }] as const,
    ),
  );
  return new Map(operations);
}

const [stable, beta] = [operationsById(documentCheck.document), operationsById(betaDocumentCheck.document)];

describe.each(Object.entries(committedDocuments))('the committed %s', (name, setting) => {
  const committed = readFileSync(`${__dirname}/../${name}`, 'utf8');

  it('is up to date', async () => {
    if ((await committedDocument(setting)) !== committed) throw new Error(`${name} is out of date: npm run generate`);
  });

  it('is served with the address of the service', async () => {
    const app = await startTestApp({ beta: setting === 'on' });
    const { text } = await app.unauthenticated.get('/openapi.yaml');
    await app.close();
    const address = `  - url: http://127.0.0.1:${app.port}/v1\n    description: This service, without a proxy\n`;
    expect(text).toContain(address);
    expect(text.replace(address, '')).toBe(committed);
  });
});

describe('the document', () => {
  const deployments = { production: 'https://pets.example.org/v1', staging: 'https://staging.example.org/v1' };
  const app = useTestApp({ deployments, database: readSettings({}).database });
  let document: OpenAPIObject;

  beforeAll(async () => {
    document = (await app.unauthenticated.get('/openapi.json')).body;
  });

  it('has the three operations, of which getPet is deprecated and has its removal date', () => {
    const names = [...stable.values()].map(
      ({ method, path, operation }) => `${operation.operationId}: ${method} ${path}`,
    );
    expect(names).toEqual(['listPets: get /pets', 'createPet: post /pets', 'getPet: get /pets/{petId}']);
    const deprecated = [...stable.values()].flatMap(({ operation }) =>
      operation.deprecated ? [[operation.operationId, operation['x-sunset']]] : [],
    );
    expect(deprecated).toEqual([['getPet', '2030-12-05']]);
  });

  it('says how the key is entered, and names the file of the first key only with the embedded database', async () => {
    expect(app.settings.database.kind).toBe('embedded');
    for (const [each, hasFirstKey] of [
      [document, true],
      [documentCheck.document, false],
    ] as [OpenAPIObject, boolean][]) {
      const { description } = each.components!.securitySchemes!['bearerAuth'] as { description: string };
      expect(description).toContain('only the key, without `Bearer`');
      expect(description.includes('`first-key`')).toBe(hasFirstKey);
      expect(each.info.description!.includes('`first-key`')).toBe(hasFirstKey);
    }
    expect(JSON.stringify(document)).not.toContain(homedir());
  });

  it('lists this service and the deployments as servers', () => {
    expect(document.servers?.map(({ url }) => url)).toEqual(['/v1', deployments.production, deployments.staging]);
    expect(documentCheck.document.servers.map(({ url }) => url)).toEqual(['/v1']);
  });

  it.each([documentCheck, betaDocumentCheck])(
    'lists the error codes of its operations, and those of unknown ones',
    (check) => {
      const { components } = check.document as unknown as OpenAPIObject;
      const responses = Object.values(components!.responses!) as { content: Record<string, { examples: object }> }[];
      const sent = new Set(responses.flatMap(({ content }) => Object.keys(content['application/json']!.examples)));
      const codes = allErrors.map(({ code }) => code);
      if (check === betaDocumentCheck)
        expect([...sent, 'route_not_found', 'method_not_allowed'].sort()).toEqual([...codes].sort());
      const listed = codes.filter((code) => sent.has(code) || ['route_not_found', 'method_not_allowed'].includes(code));
      expect(components!.schemas!['Error']).toMatchObject({ properties: { code: { enum: listed } } });
    },
  );

  it.each([
    ['stable', stable],
    ['beta', beta],
  ])('has an example of each required parameter, and of no other, because tools fill it in (%s)', (_, operations) => {
    const parameters = [...operations.values()].flatMap(({ operation }) => operation.parameters);
    const namesOf = (found: Operation['parameters']) => [...new Set(found.map(({ name }) => name))];
    const required = namesOf(parameters.filter((parameter) => parameter.required));
    expect(required).toContain('petId');
    expect(namesOf(parameters.filter(({ example }) => example !== undefined))).toEqual(required);
  });

  it('describes int64 by its format alone, because JavaScript rounds its bounds', () => {
    const text = JSON.stringify(document);
    expect(text).toContain('"format":"int64"');
    expect(text).not.toMatch(/"(?:minimum|maximum)":"?-?\d{16}/);
  });
});

/** The part of the schema of a member that limits its values. */
interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

/** Returns the values at each limit of the schema and next to it, and whether the schema allows them. */
function valuesAround({ minLength, maxLength, pattern = '', minimum, maximum, examples }: Limits) {
  const example = String(examples?.[0]);
  const texts = [minLength, maxLength].flatMap((length) =>
    length === undefined
      ? []
      : [length - 1, length, length + 1].map((each) => example.padEnd(each, 'x').slice(0, each)),
  );
  const numbers = [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));
  return [
    ...texts.map((value) => ({
      value,
      isValid: value.length >= minLength! && value.length <= maxLength! && new RegExp(pattern, 'u').test(value),
    })),
    ...numbers.map((value) => ({ value, isValid: value >= minimum! && value <= maximum! })),
  ];
}

describe('the document with the beta operations', () => {
  const app = useTestApp({ beta: true });
  const { schemas } = (betaDocumentCheck.document as unknown as OpenAPIObject).components!;
  const bodies = [...beta].flatMap(([operationId, { operation }]) =>
    Object.entries(operation.requestBody?.content ?? {}).map(([type, content]) => ({ operationId, type, ...content })),
  );

  it.each(bodies)('has an example of $operationId ($type) with all members', ({ schema, examples }) => {
    const { properties } = schemas![schema.$ref.split('/').at(-1)!] as { properties: object };
    expect(Object.keys(examples?.all?.value ?? {}).sort()).toEqual(Object.keys(properties).sort());
  });

  const limits = bodies.flatMap(({ operationId, type, schema, examples }) => {
    const { properties } = schemas![schema.$ref.split('/').at(-1)!] as { properties: Record<string, Limits> };
    const all = examples!.all!.value;
    return Object.entries(properties).flatMap(([name, limited]) =>
      valuesAround(limited).map((each) => ({ operationId, type, name, all, ...each })),
    );
  });

  it.each(limits)('and the service have the same limits of $name of $operationId', async (sent) => {
    const { operationId, type, name, value, isValid } = sent;
    const { method, path } = beta.get(operationId)!;
    const request = app.client[method as 'post' | 'patch'](`/v1${path.replace(/\{\w+\}/, '1')}`);
    const { body } = await request.set('Content-Type', type).send(JSON.stringify({ ...sent.all, [name]: value }));
    expect({ value, isValid: body.code !== 'invalid_body' }).toEqual({ value, isValid });
  });

  const specs = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^\w+\/[^/]+\.spec\.ts$/.test(file))
    .map((file) => readFileSync(`${__dirname}/${file}`, 'utf8'))
    .join('\n');

  it.each([...beta.keys()])('has only operations with a spec: %s', (operationId) => {
    const isNamed = new RegExp(`\\b${operationId}\\b`).test(specs);
    expect(isNamed || `Add describe('${operationId}', …) to a spec beside its controller`).toBe(true);
  });

  it.each([...beta.keys()])(
    'marks %s as beta, for sites and for tools that compare documents, if and only if openapi.yaml does not have it',
    (operationId) => {
      const { 'x-stability': stability, 'x-stability-level': level } = beta.get(operationId)!.operation;
      const mark = stable.has(operationId) ? undefined : 'beta';
      expect([stability, level]).toEqual([mark, mark]);
    },
  );
});
