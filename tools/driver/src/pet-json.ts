/** A pet as the API returns it. */
export interface PetJson {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A pet as a client sends it in a create. */
export type NewPetJson = Omit<PetJson, 'id'>;
