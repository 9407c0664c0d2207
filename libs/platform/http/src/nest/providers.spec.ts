import { Test } from '@nestjs/testing';
import { bind, provide } from './providers.ts';

abstract class Clock {
  abstract now(): string;
}

class StoppedClock extends Clock {
  now = () => 'noon';
}

abstract class Names {
  abstract first(): string;
}

class FixedNames extends Names {
  constructor(private readonly clock: Clock) {
    super();
  }

  first = () => `Rex at ${this.clock.now()}`;
}

class Greet {
  constructor(
    private readonly names: Names,
    private readonly clock: Clock,
  ) {}

  execute = () => `${this.clock.now()}: hello ${this.names.first()}`;
}

describe('provide and bind', () => {
  it('construct classes with the adapters of their ports, in the order of the constructor', async () => {
    const module = await Test.createTestingModule({
      providers: [bind(Clock, StoppedClock), bind(Names, FixedNames, Clock), provide(Greet, Names, Clock)],
    }).compile();
    expect(module.get(Greet).execute()).toBe('noon: hello Rex at noon');
    expect(module.get(Names)).toBeInstanceOf(FixedNames);
    await module.close();
  });

  it('do not compile with tokens of the wrong types', () => {
    const wrong = [
      // @ts-expect-error the parameters are in the wrong order
      provide(Greet, Clock, Names),
      // @ts-expect-error a parameter is missing
      provide(Greet, Names),
      // @ts-expect-error the class is not an adapter of the port
      bind(Clock, FixedNames, Clock),
      // @ts-expect-error the adapter needs a clock
      bind(Names, FixedNames),
    ];
    expect(wrong).toHaveLength(4);
  });
});
