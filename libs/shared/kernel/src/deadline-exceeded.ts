import { DomainError } from './domain-error.ts';

/** The deadline passed before the operation ended, and the operation changed nothing. */
export class DeadlineExceeded extends DomainError {
  readonly code = 'service_unavailable';

  constructor() {
    super('The service could not answer in time.');
  }
}
