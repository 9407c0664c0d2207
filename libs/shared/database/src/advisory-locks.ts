/** Keys of the advisory locks. Every release must use the same values, because instances of two releases can run together. */
export const advisoryLocks = { migrating: 7_065_747_373, firstKey: 7_065_747_374 } as const;
