import { posix } from 'node:path';
import { allDependenciesOf, type Project } from './workspace.ts';

/** Folders of the projects that are not part of the service. They have their own flowchart, because one for all would be too wide to read. */
const developmentFolders = /^(?:tools\/|apps\/api-e2e$)/;

/** Distances that are smaller than those of Mermaid, so that the text is legible at the width of a page. */
const layout =
  '%%{init: {"flowchart": {"nodeSpacing": 15, "rankSpacing": 30, "padding": 8, "subGraphTitleMargin": {"top": 4, "bottom": 18}}}}%%';

/**
 * Returns a Markdown document with the dependencies of the projects as two Mermaid flowcharts: those of the apps and libraries, and
 * those of the tools. Projects in one folder are in one box. An arrow is left out if other arrows lead to the same project.
 */
export function dependencyDocument(projects: readonly Project[]): string {
  const isDevelopment = ({ folder }: Project) => developmentFolders.test(folder);
  const arrows = projects.flatMap((from) => directOnly(from.dependencies, projects).map((to) => ({ from, to })));
  const flowchart = (shown: typeof arrows) => {
    const names = new Set(shown.flatMap(({ from, to }) => [from.name, to]));
    const boxes = boxesOf(projects.filter(({ name }) => names.has(name)));
    return [layout, 'flowchart TD', ...boxes, ...shown.map(({ from, to }) => `  ${from.name} --> ${to}`)].join('\n');
  };
  return `# Dependencies between projects

An arrow points from a project to a project that it needs. The tests of a project count. Arrows that follow from others are
left out: \`api\` depends on \`kernel\`, because it depends on projects that do. \`npm run graph\` writes this document.

## Apps and libraries

\`\`\`mermaid
${flowchart(arrows.filter(({ from }) => !isDevelopment(from)))}
\`\`\`

## Tools and end-to-end tests

\`\`\`mermaid
${flowchart(arrows.filter(({ from }) => isDevelopment(from)))}
\`\`\`
`;
}

/** Returns a box for each folder, with its projects. */
function boxesOf(projects: readonly Project[]): string[] {
  const parents = new Set(projects.map(({ folder }) => posix.dirname(folder)));
  return [...parents]
    .sort()
    .flatMap((parent) => [
      `  subgraph ${parent.replaceAll('/', '-')}["${parent}"]`,
      ...projects.filter(({ folder }) => posix.dirname(folder) === parent).map(({ name }) => `    ${name}`),
      '  end',
    ]);
}

/** Returns the dependencies without those that another one depends on. */
function directOnly(dependencies: readonly string[], projects: readonly Project[]): string[] {
  const indirect = new Set(dependencies.flatMap((name) => [...allDependenciesOf(name, projects)]));
  return dependencies.filter((name) => !indirect.has(name));
}
