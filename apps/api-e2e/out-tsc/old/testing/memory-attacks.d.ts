import { type ServiceProcess } from '@petstore/processes';
/** What each connection sends: `first` before all connections are open, `rest` afterwards. */
interface Attack {
    readonly first: string;
    readonly rest: string;
}
/** Connections that request a large file, read nothing, and pipeline 15 requests with 16 header fields. */
export declare function unreadResponses(): Attack;
/** Connections that send all but the last byte of a create's body. */
export declare function unfinishedBodies(apiKey: string): Attack;
/**
 * Attacks the service, and requires meanwhile that another client can list and create animals.
 * @returns growth of the service's resident memory in MiB
 */
export declare function memoryOfAttack(service: ServiceProcess, apiKey: string, { first, rest }: Attack, connections: number): Promise<number>;
export {};
//# sourceMappingURL=memory-attacks.d.ts.map