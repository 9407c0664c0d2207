// Loaded into the service with --import. Loads the packages that its URL names, while the sources are being compiled, and starts
// the service when the process that watches the sources sends a message.
import { once } from 'node:events';
import inspector from 'node:inspector';

const packages = new URL(import.meta.url).searchParams.getAll('package');

// The other process has ended, for example because it was killed.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const message = once(process, 'message');
// The service reports a package that cannot be loaded.
await Promise.allSettled(packages.map((name) => import(name)));
const [{ debuggerAddress }] = await message;
if (debuggerAddress) inspector.open(debuggerAddress.port, debuggerAddress.host);
// Without this, the channel would keep the service alive after its end.
process.channel?.unref();
