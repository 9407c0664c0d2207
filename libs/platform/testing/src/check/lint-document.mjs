// Lints an OpenAPI document. Reads YAML from standard input and writes the problems as JSON to standard output. Runs as a separate
// process because Redocly's linter is published as ES modules only.
// Argument: the linter, `redocly` or `spectral`. Both use all their rules for OpenAPI.
import { text } from 'node:stream/consumers';

const linters = { redocly, spectral };

async function redocly(source) {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const config = await createConfig({ extends: ['all'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.yaml', config });
  return problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    message,
    place: location[0]?.pointer ?? '',
  }));
}

async function spectral(source) {
  const [{ default: core }, { default: parsers }, { default: rulesets }] = await Promise.all([
    import('@stoplight/spectral-core'),
    import('@stoplight/spectral-parsers'),
    import('@stoplight/spectral-rulesets'),
  ]);
  const linter = new core.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'all']] });
  const problems = await linter.run(new core.Document(source, parsers.Yaml, 'openapi.yaml'));
  return problems.map(({ code, message, path }) => ({ rule: code, message, place: `#/${path.map(escape).join('/')}` }));
}

/** Escapes a key for a JSON pointer (RFC 6901). */
function escape(key) {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

const problems = await linters[process.argv[2]](await text(process.stdin));
process.stdout.write(JSON.stringify(problems));
