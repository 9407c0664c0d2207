import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApiError } from './api-error.ts';

/** Picks a request class's members out of a body and checks them; all faults of a body are told together. */
export class BodyPipe implements PipeTransform {
  transform(sent: unknown, { metatype }: ArgumentMetadata): object {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
      throw new ApiError('invalid_body', 'The body must be a JSON object.');
    }
    const body = plainToInstance(metatype as Type<object>, sent, { excludeExtraneousValues: true });
    const faults = validateSync(body).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    if (faults.length > 0) throw new ApiError('invalid_body', `${faults.join('; ')}.`);
    return body;
  }
}
