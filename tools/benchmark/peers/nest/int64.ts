import type { ValueTransformer } from 'typeorm';

/** The driver reads int64 as text. */
export const int64: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (number: number | undefined) => number,
};
