import type { OrderFields } from '../order.ts';

/** Two different valid values of each member of a NewOrder. A new member without samples does not compile. */
const samples = {
  petId: [7, 8],
  reference: ['Mine', 'mine'],
} as const satisfies Record<keyof OrderFields, readonly [unknown, unknown]>;

const sampleAt = (index: 0 | 1) =>
  Object.fromEntries(Object.entries(samples).map(([member, values]) => [member, values[index]])) as OrderFields;

/** Two NewOrders before validation, with every member. All their members differ. */
export const newOrderSamples: readonly [OrderFields, OrderFields] = [sampleAt(0), sampleAt(1)];
