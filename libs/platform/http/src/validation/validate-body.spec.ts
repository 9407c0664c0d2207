import { InvalidValue } from '@petstore/kernel';
import { IsString } from 'class-validator';
import fc from 'fast-check';
import { RequestError } from '../response/request-error.ts';
import { Tuning } from '../tuning/tuning.ts';
import { bodyValidator, ValidAs } from './validate-body.ts';

/** A value object that counts its calls and accepts `good` and integers. */
class Counted {
  static readonly allowed = 'good';
  static calls = 0;

  private constructor(readonly value: unknown) {}

  static of(value: unknown): Counted {
    Counted.calls += 1;
    if (value !== 'good' && typeof value !== 'number' && typeof value !== 'bigint') {
      throw new InvalidValue('bad', 'text', value, Counted.allowed);
    }
    return new Counted(value);
  }
}

class Body {
  @ValidAs(Counted, { type: 'string' })
  readonly text!: Counted;

  @ValidAs(Counted, { type: 'integer' })
  readonly count!: Counted;

  @ValidAs(Counted, { type: 'string', optional: true })
  readonly remark?: Counted;
}

type Validate = (sent: unknown) => Body;

/** Returns the message of the RequestError; undefined if the body is valid. */
function messageOf(validate: () => unknown): string | undefined {
  try {
    validate();
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.message;
    throw error;
  }
}

beforeEach(() => {
  Counted.calls = 0;
});

describe.each([true, false])('bodyValidator with tuning %s', (isOn) => {
  const tuning = new Tuning(isOn);
  const validateBody = bodyValidator(Body, tuning);
  const errorMessageOf = (sent: unknown) => messageOf(() => validateBody(sent));

  it('calls the value object once per member and returns its instances', () => {
    const body = validateBody({ text: 'good', count: 7, remark: 'good', other: 'x' });
    expect(Counted.calls).toBe(3);
    expect(body).toBeInstanceOf(Body);
    expect([body.text, body.count, body.remark].map((member) => member?.value)).toEqual(['good', 7, 'good']);
    expect(Object.keys(body).sort()).toEqual(['count', 'remark', 'text']);
  });

  it('accepts a bigint as an integer', () => {
    expect(validateBody({ text: 'good', count: 9007199254740993n }).count.value).toBe(9007199254740993n);
  });

  it('calls the value object once per member that breaks the rule', () => {
    expect(errorMessageOf({ text: 'bad', count: 7 })).toBe('text must be good.');
    expect(Counted.calls).toBe(2);
  });

  it('does not call the value object for an optional member that is missing', () => {
    expect(validateBody({ text: 'good', count: 7 }).remark).toBeUndefined();
    expect(Counted.calls).toBe(2);
  });

  it('reports all members that are missing, of another JSON type or invalid, in the order of the class', () => {
    expect(errorMessageOf({})).toBe('text is required: it must be good; count is required: it must be good.');
    expect(errorMessageOf({ text: 7, count: '7', remark: null })).toBe(
      'text must be good; count must be good; remark must be good.',
    );
    expect(Counted.calls).toBe(0);
    expect(errorMessageOf({ text: 'bad', count: 1.5 })).toBe('text must be good; count must be good.');
  });

  it.each([[undefined], [null], [[]], ['good'], [7]])('rejects the body %j', (sent) => {
    expect(errorMessageOf(sent)).toBe('The body must be a JSON object.');
  });

  it('throws an error of the value object that is not a DomainError', () => {
    class Broken {
      @ValidAs({ allowed: 'good', of: (): Counted => fail() }, { type: 'string' })
      readonly text!: Counted;
    }
    expect(() => bodyValidator(Broken, tuning)({ text: 'good' })).toThrow('broken');
  });

  it('refuses a class with another decorator of class-validator', () => {
    class Decorated {
      @IsString()
      readonly text!: string;
    }
    const message = 'Decorated.text must have no other decorator of class-validator than ValidAs';
    expect(() => bodyValidator(Decorated, tuning)).toThrow(message);
  });
});

it('bodyValidator has the same results with and without tuning', () => {
  const [tuned, decorated] = [true, false].map((isOn) => bodyValidator(Body, new Tuning(isOn))) as [Validate, Validate];
  const resultOf = (validate: Validate, sent: unknown) => {
    let body: Body | undefined;
    const message = messageOf(() => (body = validate(sent)));
    return { message, isBody: body instanceof Body, members: { ...body } };
  };
  const value = fc.oneof(fc.constantFrom('good', 'bad', 7, 7n, 1.5, NaN, null, undefined, true), fc.anything());
  const members = fc.dictionary(fc.constantFrom('text', 'count', 'remark', 'other', '__proto__', 'constructor'), value);
  const good = fc.record({ text: fc.constant('good'), count: fc.integer() });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        members,
        fc.tuple(good, members).map(([a, b]) => ({ ...b, ...a })),
      ),
      (sent) => {
        expect(resultOf(tuned, sent)).toEqual(resultOf(decorated, sent));
      },
    ),
    { numRuns: 1_000 },
  );
});

function fail(): never {
  throw new Error('broken');
}
