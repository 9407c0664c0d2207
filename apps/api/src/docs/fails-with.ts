import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { catalogued, type ErrorCode } from '../http/error-catalogue.ts';
import { ErrorResponse } from '../http/error.response.ts';

/** Documents the failures of an operation from the catalogue, those of one status together. */
export function FailsWith(...codes: ErrorCode[]): MethodDecorator {
  const statuses = new Set(codes.map((code) => catalogued(code).status));
  const responses = [...statuses].map((status) => {
    const meanings = codes.filter((code) => catalogued(code).status === status);
    const description = meanings.map((code) => `\`${code}\`: ${catalogued(code).meaning}`).join('\n\n');
    return ApiResponse({ status, description, type: ErrorResponse });
  });
  return applyDecorators(...responses);
}
