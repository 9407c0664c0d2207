import { Environment } from './environment.ts';

/**
 * Runs a function in a new environment, and destroys the environment afterwards, also after a failure.
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
