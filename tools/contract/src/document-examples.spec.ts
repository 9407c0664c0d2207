import { examplesOf, exampleViolations, parseDocument } from './index.ts';

const valid = `
servers: [{ url: /v1 }]
paths:
  /cats:
    post:
      operationId: createCat
      parameters:
        - { name: colour, in: query, schema: { type: string, enum: [red], examples: [red] } }
        - { name: size, in: query, example: 1, schema: { type: integer, default: 2 } }
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Cat' }
            examples: { one: { value: { name: Tom } } }
      responses:
        '201':
          headers: { X-Id: { $ref: '#/components/headers/X-Id' } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Cat' }, example: { name: Tim } } }
components:
  headers:
    X-Id: { schema: { type: string, maxLength: 3 }, example: abc }
  schemas:
    Cat: { type: object, required: [name], properties: { name: { type: string, maxLength: 3, examples: [Tam] } } }
`;

it('finds every example and default', () => {
  const values = examplesOf(parseDocument(valid)).map(({ value }) => value);
  expect(values).toEqual(['red', 2, 'Tam', 1, { name: 'Tom' }, { name: 'Tim' }, 'abc']);
});

it('accepts valid examples', () => {
  expect(exampleViolations(parseDocument(valid))).toEqual([]);
});

it.each([
  ['examples: [red]', 'examples: [blue]', 'paths./cats.post.parameters.0.schema: "blue"'],
  ['example: 1', 'example: one', 'createCat size: "one" must be integer'],
  ['default: 2', 'default: two', 'paths./cats.post.parameters.1.schema: "two" must be integer'],
  ['value: { name: Tom }', 'value: {}', 'createCat request: {} must have required property'],
  ['example: { name: Tim }', 'example: { name: Tim, age: 1 }', 'createCat 201: {"name":"Tim","age":1} must NOT have'],
  ['example: abc', 'example: abcd', 'createCat 201 X-Id: "abcd" must NOT have more than 3'],
  ['[Tam]', '[Tamm]', 'components.schemas.Cat.properties.name: "Tamm" must NOT have more than 3'],
])('reports the change of %j to %j', (before, after, violation) => {
  expect(valid).toContain(before);
  expect(exampleViolations(parseDocument(valid.replace(before, after)))).toEqual([expect.stringContaining(violation)]);
});
