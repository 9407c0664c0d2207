import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType, PartialType } from '@nestjs/swagger';
import { int64Schema } from '@petstore/openapi/decorators';
import { IdentifiedDto } from '@petstore/openapi/identified.dto';
import { IsInt64, MayBeAbsent, mustBe } from '@petstore/http/validators';
import { CategoryId, initialPetStatus, PetName, PetStatus, petToJson, type Pet } from '@petstore/pets-domain';
import { IsIn, Matches } from 'class-validator';

const description = 'Stage of the adoption.';

/** Schema of PetStatus, for members and parameters. */
export const petStatusSchema = {
  description,
  enum: [...PetStatus.values],
  enumName: 'PetStatus',
  enumSchema: { description, examples: [initialPetStatus] },
};

/** The members that `updatePet` and `createPet` describe alike. */
class PetMembers {
  @ApiProperty({
    description: `The animal's name: ${PetName.allowed}. Stored unchanged.`,
    type: 'string',
    minLength: PetName.minLength,
    maxLength: PetName.maxLength,
    pattern: PetName.pattern,
    examples: ['Rex'],
  })
  @Matches(PetName.format, mustBe(PetName.allowed))
  readonly name!: string;

  @ApiProperty(int64Schema(`Identifier of the animal's category: ${CategoryId.allowed}.`, 7))
  @IsInt64()
  readonly categoryId!: number | bigint;
}

@ApiSchema({ name: 'NewPet' })
export class CreatePetDto extends PetMembers {
  @ApiPropertyOptional({ ...petStatusSchema, default: initialPetStatus })
  @MayBeAbsent()
  @IsIn(PetStatus.values, mustBe(PetStatus.allowed))
  readonly status?: PetStatus;
}

/** Body of `updatePet`, a JSON Merge Patch (RFC 7396). No member can be removed, so null is invalid. */
@ApiSchema({ name: 'PetUpdate' })
export class UpdatePetDto extends PartialType(PetMembers, { skipNullProperties: false }) {
  @ApiPropertyOptional(petStatusSchema)
  @MayBeAbsent()
  @IsIn(PetStatus.values, mustBe(PetStatus.allowed))
  readonly status?: PetStatus;
}

/** Bodies with all members, for the document. */
export const allMembers = {
  create: { name: "Tom O'Malley", categoryId: 2, status: 'pending' },
  update: { name: 'Tom', categoryId: 7, status: 'sold' },
};

/** A pet in a response. The contract defines Pet as NewPet with an id, so `status` is optional in it. */
@ApiSchema({ name: 'Pet' })
export class PetDto extends IntersectionType(IdentifiedDto, CreatePetDto) {
  static of(pet: Pet): PetDto {
    return petToJson(pet.snapshot()) as PetDto;
  }
}
