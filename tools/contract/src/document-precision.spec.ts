import { imprecisionsOf, parseDocument } from './index.ts';

const precise = `
servers: [{ url: /v1 }]
paths:
  /cats:
    post:
      operationId: createCat
      parameters:
        - { name: colour, in: query, schema: { type: string, enum: [red], examples: [red] } }
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Cat' }, example: { name: Tom, age: 1 } } }
      responses:
        '201':
          headers: { X-Id: { schema: { type: string, maxLength: 9 }, example: a } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Cat' }, example: { name: Tom } } }
components:
  schemas:
    Cat:
      type: object
      properties:
        name: { type: string, maxLength: 9 }
        example: { type: string, maxLength: 8 }
        age: { type: integer, format: int32, minimum: 0, maximum: 40 }
        id: { type: integer, format: int64, minimum: -9223372036854775808, maximum: 9223372036854775807 }
        tags: { type: array, maxItems: 3, items: { type: string, maxLength: 7 } }
`;

const imprecisions = (yaml: string, ...places: string[]) =>
  imprecisionsOf(
    parseDocument(yaml),
    places.map((place) => ({ place, reason: 'a test' })),
  );

const properties = 'components.schemas.Cat.properties';

describe('imprecisionsOf', () => {
  it('accepts a document that bounds everything and has all examples', () => {
    expect(imprecisions(precise)).toEqual([]);
  });

  it.each([
    [
      'type: string, maxLength: 9 }\n        example',
      'type: string }\n        example',
      `${properties}.name is a string without maxLength`,
    ],
    ['{ type: string, maxLength: 8 }', '{ type: string }', `${properties}.example is a string without maxLength`],
    ['{ type: string, maxLength: 7 }', '{ type: string }', `${properties}.tags.items is a string without maxLength`],
    [
      'type: string, enum: [red], ',
      'type: string, ',
      'paths./cats.post.parameters.0.schema is a string without maxLength',
    ],
    [
      'type: string, maxLength: 9 }, example',
      'type: string }, example',
      'paths./cats.post.responses.201.headers.X-Id.schema is a string without maxLength',
    ],
    ['maxItems: 3, ', '', `${properties}.tags is an array without maxItems`],
    ['format: int32, ', '', `${properties}.age is an integer without the format int32 or int64`],
    ['int32', 'int16', `${properties}.age is an integer without the format int32 or int64`],
    ['minimum: 0, ', '', `${properties}.age is an integer without minimum and maximum`],
    [', maximum: 40', '', `${properties}.age is an integer without minimum and maximum`],
    ['maximum: 40', 'maximum: 2147483648', `${properties}.age has bounds outside of its format int32`],
    ['775807', '775808', `${properties}.id has bounds outside of its format int64`],
    ['-9223372036854775808', '-9223372036854775809', `${properties}.id has bounds outside of its format int64`],
    ['-9223372036854775808', '-9.3e+20', `${properties}.id has a bound that is not an exact integer`],
    ['age: { type: integer', 'age: { type: number', `${properties}.age is a number, which has no exact range`],
    [', examples: [red]', '', 'createCat has no example of the parameter colour'],
    [', example: { name: Tom, age: 1 }', '', 'createCat has no example of the request body'],
    [', example: { name: Tom } }', ' }', 'createCat 201 has no example of the body'],
    [', example: a }', ' }', 'createCat 201 has no example of the header X-Id'],
    ['{ X-Id: { schema: { type: string, maxLength: 9 }, example: a } }', '{}', 'createCat 201 lists no headers'],
  ])('reports the change of %j to %j', (before, after, violation) => {
    expect(precise).toContain(before);
    expect(imprecisions(precise.replace(before, after))).toEqual([violation]);
  });

  it('accepts an unbounded string with a reason, and reports a reason that is not needed', () => {
    const unbounded = precise.replace('{ type: string, maxLength: 8 }', '{ type: string }');
    expect(imprecisions(unbounded, `${properties}.example`)).toEqual([]);
    expect(imprecisions(precise, `${properties}.example`)).toEqual([`${properties}.example needs no exception`]);
  });
});
