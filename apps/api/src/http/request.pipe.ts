import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApiError } from './api-error.ts';
import type { ErrorCode } from './error-catalogue.ts';

const codeOf: Partial<Record<ArgumentMetadata['type'], ErrorCode>> = {
  body: 'invalid_body',
  query: 'invalid_parameter',
};

/** Picks a request class's members out of what was sent and checks them; all faults of a request are told together. */
export class RequestPipe implements PipeTransform {
  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const code = codeOf[type];
    if (!code || !metatype) return sent;
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw new ApiError(code, 'The body must be a JSON object.');
    }
    const request = plainToInstance(metatype as Type<object>, sent, { excludeExtraneousValues: true });
    const faults = validateSync(request).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    if (faults.length > 0) throw new ApiError(code, `${faults.join('; ')}.`);
    return request;
  }
}
