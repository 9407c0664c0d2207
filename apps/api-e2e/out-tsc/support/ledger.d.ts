import type { Answer } from './client.ts';
export interface NewPet {
    readonly name: string;
    readonly categoryId: number;
    readonly status: string;
}
export interface Pet extends NewPet {
    readonly id: number;
}
/** Result of the comparison of a ledger with the stored pets. */
export interface Verdict {
    readonly acknowledged: number;
    /** Acknowledged, but not stored. */
    readonly lost: number;
    /** Stored or returned with other values than requested or acknowledged. */
    readonly altered: number;
    /** Stored twice for one create, or two creates acknowledged with one id. */
    readonly duplicated: number;
    /** Stored although the response said that nothing was done, or although no client created them. */
    readonly contradicted: number;
    /** Creates whose outcome their clients do not know, and how many of them were stored. */
    readonly unknown: number;
    readonly unknownStored: number;
}
/** Records the creates of all clients of a test, and their responses. The name identifies a pet. */
export declare class Ledger {
    private readonly requested;
    private readonly outcomes;
    private wrongResponses;
    private latest;
    /** Returns a pet to create, with a name that was not used before. */
    nextPet(): NewPet;
    /**
     * Records the response to a create.
     * @param isRepeat whether an earlier attempt may have created the pet; then only a 201 tells the outcome
     */
    record(newPet: NewPet, response: Pick<Answer, 'status' | 'code' | 'text'>, isRepeat?: boolean): void;
    /** The pet that was acknowledged last. */
    get latestPet(): Pet | undefined;
    /** Compares the response to a read of an acknowledged pet. A failed read tells nothing, except 404. */
    compareRead(pet: Pet, { status, text }: Answer): void;
    /** Compares all records with all stored pets. */
    compare(stored: readonly Pet[]): Verdict;
}
//# sourceMappingURL=ledger.d.ts.map