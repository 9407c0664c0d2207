import type { ArgumentMetadata, Type } from '@nestjs/common';
import { InvalidValue } from '@petstore/kernel';
import { IsString } from 'class-validator';
import { RequestError } from './errors.ts';
import { BodyValidationPipe } from './validation.pipe.ts';
import { IsValueObject } from './value-object.decorator.ts';

const Good = {
  allowed: 'good',
  of(value: unknown): unknown {
    if (value === 'good' || typeof value === 'bigint') return value;
    throw new InvalidValue('bad', 'text', value, Good.allowed);
  },
};

const Count = {
  allowed: 'an integer',
  of(value: unknown): unknown {
    if (Number.isInteger(value) || typeof value === 'bigint') return value;
    throw new InvalidValue('bad', 'count', value, Count.allowed);
  },
};

class Body {
  @IsValueObject(Good)
  readonly text!: string;

  @IsValueObject(Count)
  readonly count!: number | bigint;

  @IsValueObject(Good, { optional: true })
  readonly remark?: string;
}

const pipe = new BodyValidationPipe();

function validate(body: unknown, metatype: Type = Body, type: ArgumentMetadata['type'] = 'body'): Promise<unknown> {
  return pipe.transform(body, { type, metatype });
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

it('returns an instance of the DTO with the declared members, unchanged', async () => {
  const body = await validate({ text: 'good', count: 9007199254740993n, remark: 'good', other: unreadable });
  expect(body).toBeInstanceOf(Body);
  expect({ ...(body as Body) }).toEqual({ text: 'good', count: 9007199254740993n, remark: 'good' });
});

it.each([
  [{}, 'text is required: it must be good; count is required: it must be an integer.'],
  [{ text: 7, count: '7', remark: null }, 'text must be good; count must be an integer; text must be good.'],
  [{ text: 'bad', count: 1 }, 'text must be good.'],
  [{ text: unreadable, count: [unreadable] }, 'text must be good; count must be an integer.'],
  [JSON.parse('{"__proto__":{"text":"good"},"count":1}'), 'text is required: it must be good.'],
])(
  'reports all errors of a body at once, in the order of the DTO, and reads no nested value: %#',
  async (body, message) => {
    const error = await validate(body).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'invalid_body', message });
  },
);

it.each([[undefined], [null], [[]], ['good'], [7], [7n]])(
  'rejects the body %p, which is not an object',
  async (body) => {
    await expect(validate(body)).rejects.toMatchObject({ message: 'The body must be a JSON object.' });
  },
);

it.each(['query', 'param', 'custom'] as const)('does nothing to a value of the type %s', async (type) => {
  const value = { text: 'bad' };
  expect(await validate(value, Body, type)).toBe(value);
});

it('throws an error of the value object that is not about the value', async () => {
  class Broken {
    @IsValueObject({
      allowed: 'good',
      of: () => {
        throw new TypeError('broken');
      },
    })
    readonly text!: string;
  }
  await expect(validate({ text: 'good' }, Broken)).rejects.toThrow('broken');
});

it('also applies other decorators of class-validator', async () => {
  class Named {
    @IsString()
    readonly name!: string;
  }
  expect(await validate({ name: 'Rex' }, Named)).toEqual({ name: 'Rex' });
  await expect(validate({ name: 7 }, Named)).rejects.toMatchObject({ message: 'name must be a string.' });
});
