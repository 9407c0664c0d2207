import { patientLimits, ServiceProcess, type Place } from '@petstore/processes';

// A test that failed may have left one running.
afterAll(() => ServiceProcess.killAll());

/** Starts the service and waits until it is ready. It waits for the database as long as a busy machine may take. */
export function startService(place: Place, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.start(place, { ...patientLimits, ...env });
}

/** Starts it and waits until it listens, whether its database is there or not. */
export function startListening(place: Place, env: Record<string, string> = {}): Promise<ServiceProcess> {
  return ServiceProcess.listen(place, { ...patientLimits, ...env });
}
