import type { OpenAPIObject } from '@nestjs/swagger';

/** A link of OpenAPI: how the response of one operation gives values of another operation's request. */
interface ResponseLink {
  readonly description: string;
  /** The operation's parameters, by name, as runtime expressions such as `$response.body#/id`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The members of the operation's body, by name, as runtime expressions. */
  readonly requestBody?: Readonly<Record<string, string>>;
}

/** Links of success responses: by the operation with the response, then by the operation that the link leads to. */
export type ResponseLinks = Readonly<Record<string, Readonly<Record<string, ResponseLink>>>>;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/**
 * Adds links to the success responses of the document's operations.
 * @throws Error if the document lacks one of the operations
 */
export function addLinks(operations: readonly Operation[], links: ResponseLinks): void {
  const operationOf = (operationId: string): Operation => {
    const operation = operations.find((candidate) => candidate.operationId === operationId);
    if (!operation) throw new Error(`a link of the OpenAPI document names ${operationId}, which is no operation`);
    return operation;
  };
  for (const [from, targets] of Object.entries(links)) {
    const { responses } = operationOf(from);
    Object.keys(targets).forEach(operationOf);
    const added = Object.entries(targets).map(([operationId, link]) => [operationId, { operationId, ...link }]);
    for (const [status, response] of Object.entries(responses)) {
      if (status.startsWith('2')) Object.assign(response as object, { links: Object.fromEntries(added) });
    }
  }
}
