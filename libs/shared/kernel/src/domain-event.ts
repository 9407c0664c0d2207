import type { Int64 } from './values/int64.ts';

/**
 * What has happened to an animal, and who did it. The aggregate that decides on a change records the event: a pet records its own
 * changes, and an order those of the order and of its pet. The repository that stores the change appends the event to the log in the same
 * transaction.
 */
export interface DomainEvent {
  /** The kind of the aggregate and a past participle, for example `order.placed`. */
  readonly type: string;
  readonly petId: Int64;
  /** Public id of the API key with which a client made the change, or `operator`. Never a secret, and nothing about people. */
  readonly actor: string;
  /**
   * The aggregates after the change, as plain values that JSON keeps exactly: an int64 is text in decimal digits. What the log returns has the
   * id of the pet in `pet`. An event that is appended need not have it, because the database assigns the id of a new pet.
   */
  readonly data: Readonly<Record<string, object>>;
}
