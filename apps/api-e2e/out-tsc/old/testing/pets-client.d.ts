/** A pet in a response. Ids and categories beyond 2^53 are rounded. */
export interface PetJson {
    readonly id: number;
    readonly name: string;
    readonly categoryId: number;
    readonly status: string;
}
/** A minimal client of the service. Every method throws if a response violates the OpenAPI document. */
export declare class PetsClient {
    private readonly address;
    private readonly key;
    constructor(address: string, key: string);
    /** @throws Error with the body of the response if the status is not 201 */
    create(newPet: object): Promise<PetJson>;
    /**
     * Yields the animals of all pages, by following the links to the next page.
     * @param query of the first page
     * @throws Error with the body of the response if a status is not 200
     */
    iterate(query?: string): AsyncGenerator<PetJson>;
    /** Returns the animals of all pages. */
    all(query?: string): Promise<PetJson[]>;
    send(path: string, init?: RequestInit): Promise<Response>;
}
//# sourceMappingURL=pets-client.d.ts.map