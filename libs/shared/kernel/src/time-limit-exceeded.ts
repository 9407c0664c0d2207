import { DomainError } from './domain-error.ts';

/** The time limit of a request passed before the operation ended, and the operation changed nothing. */
export class TimeLimitExceeded extends DomainError {
  readonly code = 'service_unavailable';

  constructor() {
    super('The service could not answer in time.');
  }
}
