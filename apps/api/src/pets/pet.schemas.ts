import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';

/** Schema of PetStatus in requests and responses. */
export const petStatusSchema = { description: 'Stage of the adoption.', example: PetStatus.initial.value };

/** Schemas of the members of a pet in requests and responses. */
export const nameSchema = {
  description: `The animal's name: ${PetName.allowed}. Stored unchanged.`,
  type: 'string',
  minLength: PetName.minLength,
  maxLength: PetName.maxLength,
  pattern: PetName.pattern,
  example: 'Rex',
} as const;

export const categoryIdSchema = {
  description: `Identifier of the animal's category: ${CategoryId.allowed}.`,
  type: 'integer',
  format: 'int64',
  example: 7,
} as const;

export const statusSchema = {
  description: 'Stage of the adoption.',
  enum: PetStatus.values as PetStatus['value'][],
  enumName: 'PetStatus',
  enumSchema: petStatusSchema,
};
