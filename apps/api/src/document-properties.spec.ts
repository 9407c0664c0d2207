import { describeDocumentProperties } from '@petstore/testing/properties';
import { documentCheck } from './testing/document-check.ts';
import { startTestApp } from './testing/test-app.ts';

describeDocumentProperties({
  documentCheck,
  start: async () => {
    const { port, key, close } = await startTestApp();
    return { port, credentials: { Authorization: `Bearer ${key}` }, close };
  },
  credentialErrors: { missing: 'missing_api_key', invalid: 'invalid_api_key' },
  otherPaths: ['/docs', '/openapi.json'],
  // To repeat a run: `CONTRACT_SEED=… npx jest document-properties`, in apps/api.
  seed: Number(process.env['CONTRACT_SEED'] ?? Date.now() % 2 ** 31),
  minRequests: 3_000,
});
