import type { Type } from '@nestjs/common';
import { getMetadataStorage, IsIn, Matches } from 'class-validator';
import { RequestError } from '@petstore/edge/errors';
import { DtoValidationPipe } from './validation.pipe.ts';
import { IsInt64, MayBeAbsent, mustBe } from './validators.ts';

class Body {
  @Matches(/^good/, mustBe('good'))
  readonly text!: string;

  @IsInt64()
  readonly count!: number | bigint;

  @MayBeAbsent()
  @IsIn(['good', 'bad'], mustBe('good or bad'))
  readonly remark?: string;
}

const integer = 'an integer from -9223372036854775808 to 9223372036854775807';
const pipe = new DtoValidationPipe();

async function validate(body: unknown, metatype: Type = Body): Promise<unknown> {
  return pipe.transform(body, { type: 'body', metatype });
}

/** A nested value that throws when its members are read. */
const unreadable = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('the members of a nested value were read');
    },
    get: () => {
      throw new Error('a nested value was read');
    },
  },
);

it.each([
  { text: 'good', count: 9007199254740993n, remark: 'good' },
  { text: 'good as well', count: -9223372036854775808n },
  { text: 'good', count: 1 },
])('returns an instance of the DTO with the declared members of %p', async (sent) => {
  const body = await validate({ ...sent, other: unreadable, constructor: unreadable });
  expect(body).toBeInstanceOf(Body);
  expect({ ...(body as Body) }).toEqual({ remark: undefined, ...sent });
});

it.each([
  [{}, `text is required: it must be good; count is required: it must be ${integer}.`],
  [{ text: 7, count: '7', remark: null }, `text must be good; count must be ${integer}; remark must be good or bad.`],
  [{ text: 'bad', count: 1 }, 'text must be good.'],
  [{ text: 'good', count: 9223372036854775808n }, `count must be ${integer}.`],
  [{ text: unreadable, count: [unreadable] }, `text must be good; count must be ${integer}.`],
  [{ text: ['good'], count: [1], remark: ['good'] }, /^text must be .*; count must be .*; remark must be .*\.$/],
  [JSON.parse('{"__proto__":{"text":"good"},"count":1}'), 'text is required: it must be good.'],
])(
  'reports all errors of a body at once, in the order of the DTO, and reads no nested value: %#',
  async (body, message) => {
    const error = await validate(body).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'invalid_body', message: expect.stringMatching(message) });
  },
);

it.each([[undefined], [null], [[]], ['good'], [7], [7n]])(
  'rejects the body %p, which is not an object',
  async (body) => {
    await expect(validate(body)).rejects.toMatchObject({ message: 'The body must be a JSON object.' });
  },
);

it('leaves a single parameter as it is', () => {
  for (const type of ['param', 'query', 'custom'] as const)
    expect(pipe.transform('x', { type, metatype: String, data: 'id' })).toBe('x');
});

it('lets class-validator find and group the rules of a DTO once', () => {
  const storage = getMetadataStorage();
  const rules = () => storage.getTargetValidationMetadatas(Body, '', false, false);
  expect(rules().map(({ propertyName }) => propertyName)).toContain('count');
  expect(rules()).toBe(rules());
  expect(storage.groupByPropertyName(rules())).toBe(storage.groupByPropertyName(rules()));
});
