import { isTest, type SourceFiles } from '../source-files.mjs';
import { contextLayers } from './boundary-rules.mjs';
import { Workspace } from './projects.mjs';

/**
 * Lists what is wrong with the projects, and what to do: tags, folders that are not packages of the workspace, missing tests,
 * and contexts without one of their layers.
 * @param files the files with the extensions of TypeScript, JavaScript and JSON, by path
 */
export function structureProblems(files: SourceFiles): string[] {
  const workspace = new Workspace(files);
  const inProjects = [...files.keys()].filter((path) => /^(?:apps|libs|tools)\//.test(path));
  const outside = inProjects.filter((path) => !workspace.projectOf(path));
  const lintFiles = inProjects.filter((path) => /\/eslint\.config\.[cm]?[jt]s$/.test(path));
  const nxFiles = inProjects.filter((path) => path.endsWith('/project.json'));
  return [
    ...workspace.projects.flatMap(({ problems }) => problems),
    ...outside.map(
      (path) => `No package of the workspace contains ${path}. Add a package.json and its "workspaces" entry.`,
    ),
    ...nxFiles.map((path) => `${path} hides tags from the boundaries. Move its content to "nx" of the package.json.`),
    ...lintFiles.map((path) => `${path} replaces the rules of the workspace. Delete it.`),
    ...workspace.projects
      .filter(({ manifest }) => manifest.nx?.targets?.lint !== undefined)
      .map(({ folder }) => `${folder}/package.json replaces the target lint. Remove it from nx.targets.`),
    ...workspace.projects.flatMap(({ folder }) => missingTests(folder, files)),
    ...workspace.contexts.flatMap((context) => missingLayers(workspace, context)),
  ];
}

function missingTests(folder: string, files: SourceFiles): string[] {
  const missing = ['jest.config.mjs', 'tsconfig.spec.json']
    .filter((name) => !files.has(`${folder}/${name}`))
    .map((name) => `${folder} has no ${name}. Copy it from another project.`);
  const hasSpec = [...files.keys()].some(
    (path) => path.startsWith(`${folder}/`) && path.endsWith('.spec.ts') && isTest(path),
  );
  return hasSpec ? missing : [...missing, `${folder} has no spec. Add one beside the file that it tests.`];
}

function missingLayers({ projects }: Workspace, context: string): string[] {
  return contextLayers
    .filter((layer) => projects.filter((each) => each.context === context && each.kind === layer).length !== 1)
    .map(
      (layer) =>
        `The context ${context} needs exactly one project with the tags context:${context} and layer:${layer}.`,
    );
}
