// Lints an OpenAPI document by Redocly's recommended rules: YAML on standard input, the problems as JSON on standard
// output. A process of its own, because the linter is published as ES modules alone.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source: await text(process.stdin), absoluteRef: 'openapi.yaml', config });
process.stdout.write(JSON.stringify(problems.map(({ ruleId, severity, message }) => ({ ruleId, severity, message }))));
