// Starts Verdaccio on 127.0.0.1. Usage: PORT=<port> node start.mjs <folder in which npm installed the packages>
// The folder gets the published packages. There is no other registry behind this one.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2]);
const { runServer } = createRequire(join(folder, 'package.json'))('verdaccio');
const server = await runServer({
  self_path: folder,
  storage: join(folder, 'storage'),
  auth: { htpasswd: { file: join(folder, 'htpasswd') } },
  uplinks: {},
  packages: { '**': { access: '$all', publish: '$authenticated' } },
  web: { enable: false },
  log: { type: 'stdout', format: 'json', level: 'info' },
});
server.listen(process.env.PORT, '127.0.0.1');
