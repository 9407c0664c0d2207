import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary workspace with the TypeScript projects `low` and `high`, which imports `low`. */
export class TwoProjects {
  readonly root = mkdtempSync(join(tmpdir(), 'two-projects-'));

  constructor() {
    this.write('package.json', JSON.stringify({ engines: { node: '>=1' }, type: 'module' }));
    this.addProject('low');
    this.addProject('high', 'low');
    this.write('low/src/low.ts', 'export const low: number = 1;\n');
    this.write('high/src/high.ts', "import { low } from '../../low/src/low.js';\nexport const high: number = low;\n");
  }

  /** @param file path relative to the workspace */
  write(file: string, text: string): void {
    const path = join(this.root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Writes the configuration of a project without sources. @param references names of the projects that it imports */
  addProject(name: string, ...references: string[]): void {
    const compilerOptions = {
      composite: true,
      module: 'nodenext',
      rootDir: 'src',
      outDir: 'dist',
      sourceMap: true,
      tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
      // Fast to compile.
      ...{ lib: ['es5'], skipLibCheck: true, types: [] },
    };
    const paths = references.map((each) => ({ path: `../${each}/tsconfig.lib.json` }));
    this.write(
      `${name}/tsconfig.lib.json`,
      JSON.stringify({ compilerOptions, include: ['src/**/*.ts'], exclude: ['src/**/*.spec.ts'], references: paths }),
    );
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
