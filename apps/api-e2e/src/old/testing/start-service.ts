import { childProcesses, relaxedTimeouts, ServiceProcess, type DatabaseLocation } from '@petstore/processes';

// Ends the processes that failed tests left running.
afterAll(() => childProcesses.killAll());

/** Starts the service with long timeouts, because test machines are busy, and waits until it is ready. */
export function startService(location: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start(location, { ...relaxedTimeouts, ...env });
}

/** Starts the service with long timeouts and waits until it listens, even if its database is not available. */
export function startListening(location: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.listen(location, { ...relaxedTimeouts, ...env });
}
