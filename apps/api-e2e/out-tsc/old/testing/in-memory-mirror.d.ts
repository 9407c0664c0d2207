import type { Pet, PetMirrorStore } from '@petstore/client';
/** A copy of all animals in memory. */
export declare class InMemoryMirror implements PetMirrorStore {
    private animals;
    private cursor;
    private readonly puts;
    /** Number of calls of `reset`. */
    resets: number;
    /** The animals in ascending order of id. */
    get pets(): Pet[];
    load(): Promise<string | undefined>;
    reset(): Promise<void>;
    put(pets: readonly Pet[], cursor: string): Promise<void>;
    /** Waits until the copy fulfils the condition. */
    until(condition: (mirror: this) => boolean): Promise<void>;
}
//# sourceMappingURL=in-memory-mirror.d.ts.map