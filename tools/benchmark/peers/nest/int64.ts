import type { ValueTransformer } from 'typeorm';

/** Converts int64 values, which pg returns as text, to numbers. */
export const int64: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (number: number | undefined) => number,
};
