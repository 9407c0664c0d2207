import { posix } from 'node:path';
import { allDependenciesOf, type Project } from './workspace.ts';

/**
 * Returns a Markdown document with the dependencies of the projects as a Mermaid flowchart. Projects in one folder are in one box.
 * An arrow is left out if other arrows lead to the same project.
 */
export function dependencyDocument(projects: readonly Project[]): string {
  const parents = new Set(projects.map(({ folder }) => posix.dirname(folder)));
  const boxes = [...parents]
    .sort()
    .flatMap((parent) => [
      `  subgraph ${parent.replaceAll('/', '-')}["${parent}"]`,
      ...projects.filter(({ folder }) => posix.dirname(folder) === parent).map(({ name }) => `    ${name}`),
      '  end',
    ]);
  const arrows = projects.flatMap(({ name, dependencies }) =>
    directOnly(dependencies, projects).map((dependency) => `  ${name} --> ${dependency}`),
  );
  return `# Dependencies between projects

An arrow points from a project to a project that it needs. The tests of a project count. Arrows that follow from others are
left out: \`api\` depends on \`kernel\`, because it depends on projects that do. \`npm run graph\` writes this document.

\`\`\`mermaid
flowchart TD
${[...boxes, ...arrows].join('\n')}
\`\`\`
`;
}

/** Returns the dependencies without those that another one depends on. */
function directOnly(dependencies: readonly string[], projects: readonly Project[]): string[] {
  const indirect = new Set(dependencies.flatMap((name) => [...allDependenciesOf(name, projects)]));
  return dependencies.filter((name) => !indirect.has(name));
}
