import { InvalidValue, type DomainError } from '@petstore/kernel';
import type { HttpError } from './http-error.ts';
import { kernelErrors } from './kernel-errors.ts';
import { platformErrors } from './platform-errors.ts';

/**
 * The errors of one part of the service: for each code that it throws, the error that the client gets. A part declares an
 * error of its own under the error's code.
 */
export type ErrorMapping = Readonly<Record<string, HttpError>>;

/** Every error that the service can respond with, and the mapping of domain errors to them. */
export class ErrorCatalogue {
  /** Ordered by status, and within a status as declared. */
  readonly all: readonly HttpError[];
  private readonly mapping = new Map<string, HttpError>();

  /**
   * @param parts of the contexts and adapters; the platform's own errors are added
   * @throws Error if one code has two statuses or meanings, or if two parts map one domain error differently
   */
  constructor(...parts: readonly ErrorMapping[]) {
    const entries = [...parts, kernelErrors, platformErrors].flatMap((part) => Object.entries(part));
    const declared = entries.filter(([code, error]) => code === error.code);
    const all = new Map<string, HttpError>();
    for (const [, error] of [...declared, ...entries]) add(all, error.code, error);
    for (const [code, error] of entries) add(this.mapping, code, error);
    this.all = [...all.values()].sort((one, other) => one.status - other.status);
  }

  /**
   * The HTTP error for a domain error; undefined if no part maps its code. Parts need not map the code of an InvalidValue:
   * the validators report invalid values, so that one only gets here if a controller has called a value object itself.
   */
  forDomainError(error: DomainError): HttpError | undefined {
    return this.mapping.get(error.code) ?? (error instanceof InvalidValue ? platformErrors.invalid_body : undefined);
  }
}

/** The first one stays: a part may add headers to an error of the platform. */
function add(errors: Map<string, HttpError>, key: string, error: HttpError): void {
  const known = errors.get(key);
  if (!known) return void errors.set(key, error);
  if (known.code === error.code && known.status === error.status && known.meaning === error.meaning) return;
  throw new Error(`${key} is declared twice: ${describe(known)} and ${describe(error)}`);
}

function describe({ code, status, meaning }: HttpError): string {
  return `${code}, ${status}, "${meaning}"`;
}
