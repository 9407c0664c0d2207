import type { ParsedUrlQuery } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { DomainError, PageLimit } from '@petstore/kernel';
import type { ListPetsQuery } from '@petstore/pets-application';
import { PetStatus } from '@petstore/pets-domain';
import type { Request } from 'express';
import { decodeCursor, InvalidCursor } from './cursor.ts';

/** The query of `listPets`: what was sent, and what it means. */
export class ListPetsRequest {
  readonly limit: string | undefined;
  readonly status: string | undefined;
  readonly cursor: string | undefined;
  readonly query: ListPetsQuery;

  /**
   * Read by hand, by the domain's rules: class-validator would cost a list more than all else that is done for it here.
   * @throws RequestError invalid_parameter, all faults at once; a parameter given twice is an array, which is none of the allowed
   */
  constructor({ limit, status, cursor }: ParsedUrlQuery) {
    const faults: string[] = [];
    const filter = status as string | undefined;
    this.query = {
      limit: read(faults, limit, (text) => PageLimit.of(integerOf(text))) ?? PageLimit.default,
      status: read(faults, status, (text) => PetStatus.of(text)),
      after: read(faults, cursor, (text) => decodeCursor(text, filter)),
    };
    if (faults.length > 0) throw new RequestError(platformErrors.invalid_parameter, `${faults.join('; ')}.`);
    [this.limit, this.status, this.cursor] = [limit as string, filter, cursor as string];
  }
}

/** What the parameter means when it was given, or its fault among the others. */
function read<T>(faults: string[], sent: unknown, meaningOf: (sent: unknown) => T): T | undefined {
  if (sent === undefined) return undefined;
  try {
    return meaningOf(sent);
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof InvalidCursor)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

/** Plain decimal digits as a number; everything else stays what it is and is refused. */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9][0-9]*$/.test(value) ? Number(value) : value;
}

/** Gives an operation its ListPetsRequest, without the promises of a pipe. */
export const ListPetsParameters = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    new ListPetsRequest(context.switchToHttp().getRequest<Request>().query as ParsedUrlQuery),
);
