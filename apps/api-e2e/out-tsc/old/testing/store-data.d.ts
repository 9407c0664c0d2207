import { type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
/** Returns all rows of all tables of the contexts, as text. */
export declare function readAllRows(url: string): Promise<Record<string, string[]>>;
/** Animals, orders, keys and idempotency keys that a running service has created. */
export declare class StoreData {
    readonly key: string;
    readonly revokedKey: string;
    private constructor();
    /** Creates the data with the service and the commands. */
    static create(location: DatabaseLocation): Promise<StoreData>;
    /** Expects that a service of another database has the data: keys, idempotency keys, and the counter of ids. */
    expectInUse(location: DatabaseLocation): Promise<void>;
    createPet(service: Pick<ServiceProcess, 'address'>, idempotencyKey: string): Promise<Response>;
    private send;
}
//# sourceMappingURL=store-data.d.ts.map