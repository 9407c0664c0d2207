import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Json } from '@petstore/http/http-adapter';
import { int64Schema } from '@petstore/http/openapi/decorators';
import { IsValueObject } from '@petstore/http/validation.pipe';
import { CategoryId, initialPetStatus, PetName, PetStatus, type Pet } from '@petstore/pets-domain';

/** Schema of PetStatus. */
export const petStatusSchema = { description: 'Stage of the adoption.', examples: [initialPetStatus] };

/** Schemas of the members that several bodies and responses have. */
export const petSchemas = {
  name: {
    description: `The animal's name: ${PetName.allowed}. Stored unchanged.`,
    type: 'string',
    minLength: PetName.minLength,
    maxLength: PetName.maxLength,
    pattern: PetName.pattern,
    examples: ['Rex'],
  },
  categoryId: int64Schema(`Identifier of the animal's category: ${CategoryId.allowed}.`, 7),
  status: {
    description: petStatusSchema.description,
    enum: [...PetStatus.values],
    enumName: 'PetStatus',
    enumSchema: petStatusSchema,
  },
} as const;

/** Body of `createPet`. */
@ApiSchema({ name: 'NewPet' })
export class CreatePetDto {
  @ApiProperty(petSchemas.name)
  @IsValueObject(PetName)
  readonly name!: PetName;

  @ApiProperty(petSchemas.categoryId)
  @IsValueObject(CategoryId)
  readonly categoryId!: CategoryId;

  @ApiPropertyOptional({ ...petSchemas.status, default: initialPetStatus })
  @IsValueObject(PetStatus, { optional: true })
  readonly status?: PetStatus;
}

/** Body of `updatePet`, a JSON Merge Patch (RFC 7396). No member can be removed, so null is invalid. */
@ApiSchema({ name: 'PetUpdate' })
export class UpdatePetDto {
  @ApiPropertyOptional(petSchemas.name)
  @IsValueObject(PetName, { optional: true })
  readonly name?: PetName;

  @ApiPropertyOptional(petSchemas.categoryId)
  @IsValueObject(CategoryId, { optional: true })
  readonly categoryId?: CategoryId;

  @ApiPropertyOptional(petSchemas.status)
  @IsValueObject(PetStatus, { optional: true })
  readonly status?: PetStatus;
}

/**
 * A pet in a response, for the OpenAPI document. `petJson` serializes pets. It extends CreatePetDto because the contract defines Pet
 * as NewPet with an id, so `status` is optional in it, although the service always sends it.
 */
@ApiSchema({ name: 'Pet' })
export class PetDto extends CreatePetDto {
  @ApiProperty(int64Schema('Unique identifier. The service assigns it.', 1))
  readonly id!: number | bigint;
}

/** Serializes one pet. */
export function petJson(pet: Pet): Json {
  return new Json(stringifyPet(pet));
}

let cachedPets: readonly Pet[] = [];
/** The text of each cached pet, at the same index. */
let cachedTexts: readonly string[] = [];

/**
 * Serializes a list of pets. Concurrent lists that one statement read share Pet objects, so it keeps the texts of the longest of the
 * last lists that began with the same object. Without that, different lists take a tenth more CPU time.
 */
export function petsJson(pets: readonly Pet[]): Json {
  const texts = pets.map((pet, index) => (pet === cachedPets[index] ? cachedTexts[index]! : stringifyPet(pet)));
  if (pets.length >= cachedPets.length || pets[0] !== cachedPets[0]) {
    cachedPets = pets;
    cachedTexts = texts;
  }
  return new Json(`[${texts.join(',')}]`);
}

/** Builds the text by hand, because JSON.stringify cannot write an int64 above 2^53 − 1 as digits. */
function stringifyPet({ id, name, categoryId, status }: Pet): string {
  return (
    `{"id":${id.decimal},"name":${JSON.stringify(name.text)},` +
    `"categoryId":${categoryId.decimal},"status":"${status}"}`
  );
}
