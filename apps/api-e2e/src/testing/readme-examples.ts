import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(__dirname, '../../../../libs/client/README.md');

const section = /^## (.*)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm;
const codeBlock = /^```ts\n([\s\S]*?)^```$/gm;

/** The statements that all examples need: the import and the client. */
const setup = /^import [\s\S]*?^const client = .*;\n/m;

const exampleUrl = "'http://127.0.0.1:3000/v1'";
const exampleKey = "'pets_…'";

/**
 * Returns the TypeScript examples of the README of @petstore/client, each as a complete ES module. The keys are the headings of
 * their sections, with a number from the second example of a section on.
 * @param baseUrl replaces the URL of the README
 * @param apiKey replaces the key of the README
 * @throws Error if the README does not create the client as expected
 */
export function readmeExamples(baseUrl: string, apiKey: string): Map<string, string> {
  const examples = new Map<string, string>();
  for (const [, heading = '', text = ''] of readFileSync(readme, 'utf8').matchAll(section)) {
    [...text.matchAll(codeBlock)].forEach(([, code = ''], index) => {
      examples.set(index === 0 ? heading : `${heading} ${index + 1}`, code);
    });
  }
  const [head] = [...examples.values()].join('').match(setup) ?? [];
  if (!head?.includes(exampleUrl) || !head.includes(exampleKey)) throw new Error('No example creates the client.');
  const connectedHead = head.replace(exampleUrl, `'${baseUrl}'`).replace(exampleKey, `'${apiKey}'`);
  return new Map([...examples].map(([name, code]) => [name, connectedHead + code.replace(head, '')]));
}
