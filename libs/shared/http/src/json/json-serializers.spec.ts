import type { OpenAPIObject } from '@nestjs/swagger';
import { compileSerializers } from './json-serializers.ts';

const int64 = { type: 'integer', format: 'int64' };

const document = {
  paths: {
    '/items/{id}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
          404: { $ref: '#/components/responses/item_not_found' },
        },
      },
      delete: { responses: { 204: {} } },
    },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['a', 'b'] },
      Item: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          kind: { allOf: [{ $ref: '#/components/schemas/Kind' }], default: 'a' },
          at: { type: 'string', format: 'date-time' },
          id: int64,
        },
        required: ['name', 'id'],
      },
    },
  },
} as unknown as OpenAPIObject;

const serializers = compileSerializers(document, '/v1');
const serialize = serializers.get('GET /v1/items/{id}')!;

it('has a serializer for each response with a body', () => {
  expect([...serializers.keys()]).toEqual(['GET /v1/items/{id}']);
});

it.each(['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
  'writes the bigint %s with all its digits',
  (digits) => {
    expect(serialize({ name: 'x', id: BigInt(digits) })).toBe(`{"name":"x","id":${digits},"kind":"a"}`);
  },
);

it.each(['"', '\\', '\n\u0000\u001f', '\u2028', '<é\u{1f408}>', 'x'.repeat(300), `${'y'.repeat(300)}"\u{1f408}`])(
  'writes the text %j so that JSON.parse returns it',
  (name) => {
    expect(JSON.parse(serialize({ name, id: 1n }))).toEqual({ name, id: 1, kind: 'a' });
  },
);

it('writes a time as RFC 3339, and only the members of the schema', () => {
  const item = { name: 'x', kind: 'b', id: 1n, at: new Date(0), secret: 'x' };
  expect(JSON.parse(serialize(item))).toEqual({ name: 'x', kind: 'b', id: 1, at: '1970-01-01T00:00:00.000Z' });
});
