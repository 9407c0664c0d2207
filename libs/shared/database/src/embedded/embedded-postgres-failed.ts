import { OperatorError } from '../operator-error.ts';

/** The embedded server could not be had. */
export class EmbeddedPostgresFailed extends OperatorError {}
