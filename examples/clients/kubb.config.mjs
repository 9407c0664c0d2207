import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

const { DOCUMENT = 'http://127.0.0.1:3000/openapi.json' } = process.env;

export default defineConfig({
  input: { path: DOCUMENT },
  output: { path: 'petstore' },
  // The first entry of `servers` is relative, the second one is absolute.
  plugins: [pluginOas({ serverIndex: 1 }), pluginTs(), pluginClient({ client: 'fetch' })],
});
