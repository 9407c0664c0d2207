// Lints an OpenAPI document with Redocly's recommended rules. Reads YAML from standard input and writes the problems as JSON to
// standard output. Runs as a separate process because the linter is published as ES modules only.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.yaml', config });
process.stdout.write(JSON.stringify(problems.map(({ ruleId, severity, message }) => ({ ruleId, severity, message }))));
