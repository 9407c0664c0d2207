import { parseArgs } from 'node:util';
import { errorCode } from '../compile/error-code.mjs';
import { runWatched } from './run-watched.mjs';

const defaultAddress = '127.0.0.1:9229';

const usage = `Usage: npm run dev -- [options]

Runs the service. After a change of a source, compiles what has changed and restarts the service. After an error of the compiler,
the running service continues. The data stays. Ctrl-C ends it. The settings of the service are environment variables:
npm start -- --help

Options:
  --fresh                   uses an empty temporary data directory, which is deleted at the end
  --inspect[=[host:]port]   lets a debugger attach to the service (default: ${defaultAddress})
  -h, --help                prints this help
`;

const options = /** @type {const} */ ({
  fresh: { type: 'boolean', default: false },
  inspect: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
});

/**
 * Without a value, parseArgs would take the next argument for the value.
 * @param {string} argument
 */
const withAddress = (argument) => (argument === '--inspect' ? `--inspect=${defaultAddress}` : argument);

try {
  const { values } = parseArgs({ args: process.argv.slice(2).map(withAddress), options });
  const location = ['DATABASE_URL', 'DATA_DIR'].find((variable) => process.env[variable]);
  if (values.help) process.stdout.write(usage);
  else if (values.fresh && location) fail(`--fresh uses a temporary data directory: unset ${location}`);
  else await runWatched(process.cwd(), { fresh: values.fresh, debuggerAddress: addressOf(values.inspect) });
} catch (error) {
  if (!(error instanceof Error) || !errorCode(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
  fail(`${error.message} (run "npm run dev -- --help" for usage)`);
}

/** @param {string | undefined} text `port` or `host:port` */
function addressOf(text) {
  if (text === undefined) return undefined;
  const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  if (port !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw Object.assign(new Error(`--inspect is ${JSON.stringify(text)}, but must be [host:]port`), {
    code: 'ERR_PARSE_ARGS_INVALID_ADDRESS',
  });
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`dev: ${message}\n`);
  process.exitCode = 1;
}
