/** Numbers that nobody else locks, each its own; all instances must agree on them for ever. */
export const advisoryLocks = { migrating: 7_065_747_373, firstKey: 7_065_747_374 } as const;
