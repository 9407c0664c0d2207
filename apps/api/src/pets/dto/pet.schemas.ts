import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';

/** Schema of PetStatus. */
export const petStatusSchema = { description: 'Stage of the adoption.', examples: [PetStatus.initial.value] };

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
  categoryId: {
    description: `Identifier of the animal's category: ${CategoryId.allowed}.`,
    type: 'integer',
    format: 'int64',
    examples: [7],
  },
  status: {
    description: petStatusSchema.description,
    enum: [...PetStatus.values],
    enumName: 'PetStatus',
    enumSchema: petStatusSchema,
  },
} as const;
