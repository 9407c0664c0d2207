/** Fixed keys of advisory locks. They must never change, because instances of two releases can run at the same time. */
export const advisoryLocks = {
  migrating: 7_065_747_373,
  /** Of the transaction that issues the first API key. */
  firstKey: 7_065_747_374,
} as const;
