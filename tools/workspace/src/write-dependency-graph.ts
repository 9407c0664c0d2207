// Writes docs/dependencies.md. `npm run graph` runs it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyDocument } from './dependency-graph.ts';
import { projects, root } from './workspace.ts';

writeFileSync(join(root, 'docs/dependencies.md'), dependencyDocument(projects()));
