import { OperatorError } from '@petstore/settings';

/** The embedded server could not be had. */
export class EmbeddedPostgresFailed extends OperatorError {}
