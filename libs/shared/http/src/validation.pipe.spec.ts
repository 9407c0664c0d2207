import type { Type } from '@nestjs/common';
import { InvalidValue } from '@petstore/kernel';
import { IsString } from 'class-validator';
import { RequestError } from './errors.ts';
import { BodyValidationPipe } from './validation.pipe.ts';
import { IsValueObject } from './validation.pipe.ts';

class Good {
  static readonly allowed = 'good';

  private constructor(readonly text: string) {}

  static of(value: unknown): Good {
    if (value === 'good') return new Good(value);
    throw new InvalidValue('bad', 'text', value, Good.allowed);
  }
}

const Count = {
  allowed: 'an integer',
  of(value: unknown): unknown {
    if (Number.isInteger(value) || typeof value === 'bigint') return value;
    throw new InvalidValue('bad', 'count', value, Count.allowed);
  },
};

class Body {
  @IsValueObject(Good)
  readonly text!: Good;

  @IsValueObject(Count)
  readonly count!: number | bigint;

  @IsValueObject(Good, { optional: true })
  readonly remark?: Good;
}

const pipe = new BodyValidationPipe();

function validate(body: unknown, metatype: Type = Body): Promise<unknown> {
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

it('returns an instance of the DTO with the value objects of the declared members', async () => {
  const body = await validate({ text: 'good', count: 9007199254740993n, remark: 'good', other: unreadable });
  expect(body).toBeInstanceOf(Body);
  expect({ ...(body as Body) }).toEqual({ text: Good.of('good'), count: 9007199254740993n, remark: Good.of('good') });
  expect({ ...((await validate({ text: 'good', count: 1 })) as Body) }).toEqual({ text: Good.of('good'), count: 1 });
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

    @IsValueObject(Good)
    readonly text!: Good;
  }
  expect(await validate({ name: 'Rex', text: 'good' }, Named)).toEqual({ name: 'Rex', text: Good.of('good') });
  await expect(validate({ name: 7, text: 'good' }, Named)).rejects.toMatchObject({ message: 'name must be a string.' });
});
