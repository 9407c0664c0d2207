import { childProcesses, relaxedTimeouts, ServiceProcess, type DatabaseLocation } from '@petstore/processes';

// A test that failed may have left one running.
afterAll(() => childProcesses.killAll());

/** Starts the service and waits until it is ready. It waits for the database as long as a busy machine may take. */
export function startService(place: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start(place, { ...relaxedTimeouts, ...env });
}

/** Starts it and waits until it listens, whether its database is there or not. */
export function startListening(place: DatabaseLocation, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.listen(place, { ...relaxedTimeouts, ...env });
}
