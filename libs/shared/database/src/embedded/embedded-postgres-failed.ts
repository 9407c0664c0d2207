import { OperatorError } from '@petstore/settings';

/** The embedded server could not be started or used. */
export class EmbeddedPostgresFailed extends OperatorError {}
