// Loaded into the service with --import. Loads the packages that its URL names before the service is needed, and starts the
// service when the process that watches the sources sends a message.
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import inspector from 'node:inspector';

const packages = new URL(import.meta.url).searchParams.getAll('package');

// The other process has ended, for example because it was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const message = once(process, 'message');
// The service reports a package that cannot be loaded.
await Promise.allSettled(packages.map((name) => import(name)));
const [{ debuggerAddress, isRestart }] = await message;
if (debuggerAddress) inspector.open(debuggerAddress.port, debuggerAddress.host);
// The start message is the same as at the first start, so the other process reports only that the service is ready.
if (isRestart) subscribe('petstore:ready', () => process.send?.('ready'));
// Without this, the channel would keep the service alive after its end.
process.channel?.unref();
