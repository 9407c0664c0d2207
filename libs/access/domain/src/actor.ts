import { InvalidActor } from './access.errors.ts';
import { isShowable, showable } from './showable.ts';

/** Who did something to a key, as the log names them. */
export class Actor {
  /** The rule in words. */
  static readonly allowed = showable;

  private constructor(readonly text: string) {}

  /** @throws InvalidActor */
  static of(text: string): Actor {
    if (!isShowable(text)) throw new InvalidActor(Actor.allowed);
    return new Actor(text);
  }

  static restore(text: string): Actor {
    return new Actor(text);
  }
}
