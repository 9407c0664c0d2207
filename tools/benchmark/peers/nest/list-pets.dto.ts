import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { statuses } from '../pet-queries.ts';

export class ListPetsDto {
  @IsInt()
  @Min(1)
  @Max(100)
  @Type(() => Number)
  limit: number = 20;

  @IsInt()
  @Min(0)
  @Type(() => Number)
  after: number = 0;

  @IsOptional()
  @IsIn(statuses)
  status?: string;
}
