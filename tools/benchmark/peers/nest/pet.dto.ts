import { Expose } from 'class-transformer';

export class PetDto {
  @Expose()
  id!: number;

  @Expose()
  name!: string;

  @Expose()
  categoryId!: number;

  @Expose()
  status!: string;
}
