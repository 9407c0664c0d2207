/** What a client gets instead of the server's response to a statement, before its connection is closed or reset. */
export interface Cut {
    readonly bytes: Buffer;
    readonly isReset?: boolean;
}
/** A TCP proxy, without TLS, between the service and PostgreSQL. */
export declare class Proxy {
    private port;
    /** Called with the command tags of each complete response, such as `INSERT 0 1`. The statement has been executed. */
    cut: (tags: readonly string[]) => Cut | undefined;
    private readonly listener;
    private readonly pairs;
    private constructor();
    /** @param port port of the server */
    static start(port: number): Promise<Proxy>;
    get url(): string;
    /** Forwards new connections to another server, and closes the open ones, as the move of an address does. */
    redirect(port: number): void;
    /** Drops the packets of the open connections, as a firewall may do. New connections work. */
    drop(): void;
    /** Makes the open connections those of a former primary: a pooler between them kept them open. New connections work. */
    demote(): void;
    close(): void;
    private accept;
    private forwardAnswers;
}
/** Returns an ErrorResponse. @param severity as the server translates it */
export declare function errorResponse(severity: string, code: string, message: string): Buffer;
//# sourceMappingURL=proxy.d.ts.map