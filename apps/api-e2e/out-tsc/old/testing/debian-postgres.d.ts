/**
 * A PostgreSQL of Debian's packages on a port of 127.0.0.1, as an operator has one. It asks every role but `postgres` for a password.
 * Debian's pg_dump has the same version, and the embedded PostgreSQL has no pg_dump and no psql.
 */
export declare class DebianPostgres {
    readonly port: string;
    /** Folder of the programs of the server and of psql, pg_dump and pg_restore. */
    readonly programs: string;
    private readonly server;
    private constructor();
    /**
     * Creates a cluster and starts the server.
     * @param parent an existing directory that the user of the server may enter
     * @throws Error with the names of Debian's packages if a program is missing
     */
    static start(parent: string): Promise<DebianPostgres>;
    /** URL of the administrator. @param database name of the database */
    adminUrl(database: string): string;
    stop(): Promise<void>;
    private waitUntilReady;
}
//# sourceMappingURL=debian-postgres.d.ts.map