/** A TCP proxy to the service that can close connections in the middle of a body. */
export declare class CuttingProxy {
    private readonly port;
    /** Number of responses with a body that the proxy has cut. */
    cuts: number;
    /** Decides by the request, its line and headers, whether the proxy cuts the body of the response. */
    isCut: (request: string) => boolean;
    private readonly sockets;
    private readonly server;
    private constructor();
    /** @param service `http://127.0.0.1:<port>` */
    static start(service: string): Promise<CuttingProxy>;
    get baseUrl(): string;
    stop(): void;
    private forward;
}
//# sourceMappingURL=cutting-proxy.d.ts.map