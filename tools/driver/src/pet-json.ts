/** A pet as the API returns it. */
export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A pet as the API takes it. */
export type NewPetJson = Omit<PetJson, 'id'>;
