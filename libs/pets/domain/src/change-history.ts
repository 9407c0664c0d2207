import { Int64 } from '@petstore/kernel';

/** The parts of a ChangeHistory as text. */
export interface ChangeHistoryParts {
  /** Identifies the storage: an int64 in decimal digits. */
  readonly system: string;
  /** Number of the timeline: eight hexadecimal digits. The storage starts a new one at a promotion and a recovery. */
  readonly timeline: string;
  /** Identifies the table: an unsigned 32-bit integer in decimal digits. A restored table has another one. */
  readonly table: string;
}

const timelineFormat = /^[0-9A-F]{8}$/;
const tableFormat = /^(?:0|[1-9][0-9]{0,9})$/;

/**
 * Identifies the history of changes to which a ChangePosition belongs. Positions of another history mean nothing, because a
 * restore, a promotion and a move restart or reuse the numbers of changes.
 */
export class ChangeHistory {
  private constructor(readonly text: string) {}

  /** Creates a ChangeHistory from parts that the storage has reported. Does not validate them. */
  static restore({ system, timeline, table }: ChangeHistoryParts): ChangeHistory {
    return new ChangeHistory(`${system}.${timeline}.${table}`);
  }

  /** Parses `text`. @returns undefined for a text that is not canonical */
  static parse(text: string): ChangeHistory | undefined {
    const [system = '', timeline = '', table = '', ...rest] = text.split('.');
    const isValid = Int64.fromText(system) !== undefined && timelineFormat.test(timeline) && tableFormat.test(table);
    return isValid && rest.length === 0 ? new ChangeHistory(text) : undefined;
  }

  equals(other: ChangeHistory): boolean {
    return this.text === other.text;
  }
}
