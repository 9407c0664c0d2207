import { ServiceProcess, type DatabaseLocation } from '@petstore/processes';
/** Starts the service with long timeouts, because test machines are busy, and waits until it is ready. */
export declare function startService(location: DatabaseLocation, env?: Record<string, string>): Promise<ServiceProcess>;
/** Starts the service with long timeouts and waits until it listens, even if its database is not available. */
export declare function startListening(location: DatabaseLocation, env?: Record<string, string>): Promise<ServiceProcess>;
//# sourceMappingURL=start-service.d.ts.map