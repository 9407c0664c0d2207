import type { OrderReference } from './order-reference.ts';
import type { OrderedPetId } from './ordered-pet-id.ts';

/** An order without an id. The repository assigns the id and returns an Order. */
export class NewOrder {
  private constructor(
    readonly petId: OrderedPetId,
    readonly reference: OrderReference | undefined,
  ) {}

  static of({
    petId,
    reference,
  }: {
    readonly petId: OrderedPetId;
    readonly reference?: OrderReference | undefined;
  }): NewOrder {
    return new NewOrder(petId, reference);
  }

  /**
   * All members as text. Two NewOrders have the same text if and only if all members are equal. The database stores the hash of
   * the text with an idempotency key, so a release must not change the text.
   */
  get canonical(): string {
    return JSON.stringify([this.petId.decimal, this.reference?.text ?? null]);
  }
}
