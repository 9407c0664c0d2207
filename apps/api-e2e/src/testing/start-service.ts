import { childProcesses, relaxedTimeouts, ServiceProcess, type DatabaseLocation } from '@petstore/processes';

// A failed test may leave a process running.
afterAll(() => childProcesses.killAll());

/** Starts the service with timeouts for a busy machine and waits until it is ready. */
export function startService(place: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start(place, { ...relaxedTimeouts, ...env });
}

/** Starts the service and waits until it listens, even if its database is not available. */
export function startListening(place: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.listen(place, { ...relaxedTimeouts, ...env });
}
