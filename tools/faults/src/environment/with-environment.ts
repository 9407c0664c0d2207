import { Environment } from './environment.ts';

/**
 * Runs a function in a new test environment (its own PostgreSQL and the instances on it), and destroys it afterwards, also
 * after a failure.
 * @param settings PostgreSQL settings
 */
export async function withEnvironment<T>(
  work: (environment: Environment) => Promise<T>,
  settings?: Record<string, string>,
): Promise<T> {
  const environment = await Environment.create(settings);
  try {
    return await work(environment);
  } finally {
    await environment.destroy();
  }
}
