import type { ValueTransformer } from 'typeorm';

/** Converts int64 values, which the driver returns as text. */
export const int64: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (number: number | undefined) => number,
};
