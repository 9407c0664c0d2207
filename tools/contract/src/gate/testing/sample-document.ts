/** A part of a parsed document, which tests edit without types. */
export type Editable = ReturnType<typeof JSON.parse>;

/** A schema with every keyword that a rule compares. */
const sample = {
  type: 'object',
  required: ['name'],
  additionalProperties: { type: 'string' },
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 10, pattern: '^a', format: 'email' },
    kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    count: { type: 'integer', minimum: 1, maximum: 100, multipleOf: 4 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    choice: {
      anyOf: [
        { title: 'Text', type: 'string' },
        { title: 'Number', type: 'number' },
      ],
    },
    narrow: { allOf: [{ pattern: '^a' }, { pattern: 'z$' }] },
    either: { type: ['integer', 'string'] },
    free: {},
    readable: { type: 'string', readOnly: true },
    writable: { type: 'string', writeOnly: true },
  },
};

/** Returns a new document with every object that a rule compares. */
export function sampleDocument(): Editable {
  // JSON copies an object that is used twice, so that an edit changes one place.
  return JSON.parse(JSON.stringify(sampleObject)) as Editable;
}

const sampleObject = {
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1.0.0' },
  servers: [{ url: '/v1' }, { url: '/v2' }],
  tags: [{ name: 'samples' }],
  security: [{ bearer: ['read'] }],
  paths: {
    '/samples': {
      get: {
        operationId: 'listSamples',
        summary: 'Lists samples.',
        tags: ['samples'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
          { name: 'filter', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'Samples.',
            headers: {
              Link: { schema: { type: 'string' } },
              'X-Id': { required: true, schema: { type: 'string' } },
            },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Sample' } } },
            },
          },
          '404': {
            description: 'None.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
      post: {
        operationId: 'createSample',
        security: [{ bearer: ['write', 'read'] }, { key: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: sample }, 'text/plain': { schema: { type: 'string' } } },
        },
        responses: { '201': { description: 'Created.', content: { 'application/json': { schema: sample } } } },
      },
      patch: {
        operationId: 'changeSample',
        'x-stability': 'beta',
        requestBody: { content: { 'application/json': {} } },
        responses: { '200': { description: 'Changed.', content: { 'application/json': {} } } },
      },
    },
    '/samples/{id}': {
      get: {
        operationId: 'getSample',
        deprecated: true,
        'x-sunset': '2030-12-05',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
        responses: { '200': { description: 'A sample.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
    schemas: {
      Sample: sample,
      Unused: { type: 'string' },
      Error: { type: 'object', properties: { code: { type: 'string', enum: ['none'] } } },
    },
  },
};
