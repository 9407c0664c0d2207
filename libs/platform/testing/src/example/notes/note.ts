import { Int64, InvalidValue } from '@petstore/kernel';

/** The text of a note. */
export class NoteText {
  static readonly minLength = 1;
  static readonly maxLength = 80;
  static readonly pattern = '^\\S';
  static readonly allowed = 'a string of 1 to 80 Unicode characters that starts with a visible one';

  private constructor(readonly value: string) {}

  static of(value: unknown): NoteText {
    const isAllowed =
      typeof value === 'string' &&
      /^\S/u.test(value) &&
      value.isWellFormed() &&
      [...value].length <= NoteText.maxLength;
    if (!isAllowed) throw new InvalidValue('invalid_note_text', 'text', value, NoteText.allowed);
    return new NoteText(value);
  }
}

/** The priority of a note, an int64. The largest value is the highest priority. */
export class NotePriority {
  static readonly allowed = `an integer from ${Int64.range}`;

  private constructor(readonly decimal: Int64) {}

  static of(value: unknown): NotePriority {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_note_priority', 'priority', value, NotePriority.allowed);
    return new NotePriority(decimal);
  }
}

export class NoteColour {
  static readonly values = ['yellow', 'green', 'blue'];
  static readonly allowed = `one of ${NoteColour.values.join(', ')}`;
  static readonly initial = new NoteColour('yellow');

  private constructor(readonly value: string) {}

  static of(value: unknown): NoteColour {
    const isAllowed = typeof value === 'string' && NoteColour.values.includes(value);
    if (!isAllowed) throw new InvalidValue('invalid_note_colour', 'colour', value, NoteColour.allowed);
    return new NoteColour(value);
  }
}

export interface NewNote {
  readonly text: NoteText;
  readonly priority: NotePriority;
  readonly colour: NoteColour;
}

export interface Note extends NewNote {
  readonly id: Int64;
}
