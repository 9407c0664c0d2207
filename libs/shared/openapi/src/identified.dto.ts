import { ApiProperty } from '@nestjs/swagger';
import { int64Schema } from './decorators.ts';

/** The first member of each resource in a response. */
export class IdentifiedDto {
  @ApiProperty(int64Schema('Unique identifier. The service assigns it.', 1))
  readonly id!: number | bigint;
}
