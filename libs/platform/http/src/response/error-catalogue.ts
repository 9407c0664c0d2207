import { InvalidValue, type DomainError, type KernelErrorCode } from '@petstore/kernel';
import type { HttpError } from './http-error.ts';
import { platformErrors } from './platform-errors.ts';

/**
 * The HTTP error for each code of the domain errors of one part of the service. If the HTTP error has the same code, this entry
 * also declares the HTTP error.
 */
export type ErrorMapping = Readonly<Record<string, HttpError>>;

const kernelErrors: Readonly<Record<KernelErrorCode, HttpError>> = {
  service_unavailable: platformErrors.service_unavailable,
  invalid_page_limit: platformErrors.invalid_parameter,
  invalid_idempotency_key: platformErrors.invalid_parameter,
  idempotency_conflict: platformErrors.idempotency_conflict,
  idempotency_mismatch: platformErrors.idempotency_mismatch,
};

/** Every error that the service can respond with, and the mapping of domain errors to them. */
export class ErrorCatalogue {
  /** Ordered by status, and within a status as declared. */
  readonly all: readonly HttpError[];
  private readonly mapping = new Map<string, HttpError>();

  /**
   * @param parts mappings of the contexts and adapters; the constructor adds those of the kernel and the platform
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
   * Returns the HTTP error for a domain error; undefined if no part maps its code. For an InvalidValue that no part maps it is
   * `invalid_body`.
   */
  forDomainError(error: DomainError): HttpError | undefined {
    return this.mapping.get(error.code) ?? (error instanceof InvalidValue ? platformErrors.invalid_body : undefined);
  }
}

/** Keeps the first error of a code, because a part may add headers to an error of the platform. */
function add(errors: Map<string, HttpError>, key: string, error: HttpError): void {
  const known = errors.get(key);
  if (!known) errors.set(key, error);
  else if (describe(known) !== describe(error)) {
    throw new Error(`${key} is declared twice: ${describe(known)} and ${describe(error)}`);
  }
}

function describe({ code, status, meaning }: HttpError): string {
  return `${code}, ${status}, "${meaning}"`;
}
