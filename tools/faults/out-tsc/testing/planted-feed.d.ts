import type { OpenFeed } from '../rows/mirror.ts';
/** SQL of wrong feeds: what to add to the database, and an expression of a bigint that orders the changes before the id. */
declare const orders: {
    id: {
        schema: string;
        key: string;
    };
    time: {
        schema: string;
        key: string;
    };
};
/**
 * Starts a server in front of the instances. It answers `GET /v1/pets/changes` with a feed that does not wait for running
 * transactions, and forwards all other requests. A failover makes its cursors invalid, as those of the service.
 */
export declare function plantedFeed(order: keyof typeof orders): OpenFeed;
export {};
//# sourceMappingURL=planted-feed.d.ts.map