import { describeDocumentProperties, type DocumentPropertiesOptions } from '@petstore/testing/properties';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';
import { startTestApp } from './testing/test-app.ts';

/** The options that both documents share. */
function optionsFor(beta: boolean): Omit<DocumentPropertiesOptions, 'documentCheck' | 'minRequests'> {
  return {
    start: async () => {
      const { port, key, close } = await startTestApp({ beta });
      return { port, credentials: { Authorization: `Bearer ${key}` }, close };
    },
    credentialErrors: { missing: 'missing_api_key', invalid: 'invalid_api_key' },
    otherPaths: ['/docs', '/openapi.json'],
    // To repeat a run: `CONTRACT_SEED=… npx jest document-properties`, in apps/api.
    seed: Number(process.env['CONTRACT_SEED'] ?? Date.now() % 2 ** 31),
  };
}

describe('openapi.yaml', () => {
  describeDocumentProperties({ ...optionsFor(false), documentCheck, minRequests: 3_000 });
});

describe('openapi.beta.yaml', () => {
  describeDocumentProperties({
    ...optionsFor(true),
    documentCheck: betaDocumentCheck,
    references: {
      placeOrder: {
        petId: async (client) => {
          const body = '{"name":"Rex","categoryId":7,"status":"available"}';
          const headers = { 'Content-Type': 'application/json' };
          const { text } = await client.send({ method: 'POST', path: '/v1/pets', headers, body });
          return BigInt((JSON.parse(text) as { id: number }).id);
        },
      },
    },
    delayingParameters: ['wait'],
    // The other run sends all requests to the operations that both documents have.
    scale: 0.3,
    minRequests: 6_000,
  });
});
