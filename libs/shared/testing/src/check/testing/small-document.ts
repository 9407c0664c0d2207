import type { OpenApiDocument } from '../document.ts';

const headers = { 'X-Id': { $ref: '#/components/headers/X-Id' } };
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const failure = {
  headers: { ...headers, 'Retry-After': { schema: { type: 'integer', minimum: 0 } } },
  content: {
    'application/json': { ...json('Error')['application/json'], examples: { no_cat: { value: { code: 'no_cat' } } } },
  },
};
const text = { type: 'string' };

/** Three operations, described with every part of OpenAPI that the document of the service uses. */
export const document = {
  servers: [{ url: '/v1' }, { url: 'https://cats.example/v1' }],
  paths: {
    '/cats': { get: { operationId: 'listCats', responses: { '200': { headers, content: json('Cats') } } } },
    '/cats/{catId}': {
      get: { operationId: 'getCat', responses: { '200': { headers, content: json('Cat') }, '404': failure } },
      delete: { operationId: 'deleteCat', responses: { '204': { headers } } },
    },
  },
  components: {
    headers: { 'X-Id': { required: true, schema: { type: 'string', minLength: 1 } } },
    schemas: {
      Kind: { ...text, enum: ['cat'], example: 'cat' },
      Named: { type: 'object', properties: { name: { ...text, maxLength: 3 } }, required: ['name'] },
      Cat: {
        type: 'object',
        allOf: [{ $ref: '#/components/schemas/Named' }],
        properties: {
          id: { type: 'integer', format: 'int64', example: 1 },
          kind: { allOf: [{ $ref: '#/components/schemas/Kind' }], default: 'cat' },
        },
        required: ['id'],
      },
      Cats: { type: 'array', items: { $ref: '#/components/schemas/Cat' } },
      Error: {
        type: 'object',
        properties: { code: text, message: text, status: { type: 'integer' } },
        required: ['code', 'message', 'status'],
      },
    },
  },
} as OpenApiDocument;
