import type { HttpError } from '@petstore/http/response/http-error';
import { Marked } from 'marked';
import { descriptionSections } from '../document/description.ts';
import type { DocumentOptions } from '../document/document-options.ts';
import { htmlPage } from './html-page.ts';
import { documentationPaths } from './paths.ts';

const anchorOf = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const marked = new Marked({
  renderer: {
    heading({ text, tokens, depth }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

const markdown = (text: string) => marked.parse(text, { async: false });
const inline = (text: string) => marked.parseInline(text, { async: false });

/**
 * Returns the guide as an HTML page: the sections of the document's description, with an anchor for each section and for the
 * code of each error.
 */
export function guidePage(options: DocumentOptions): string {
  const { beforeErrorTable, afterErrorTable } = descriptionSections(options);
  const headings = [...beforeErrorTable, ...afterErrorTable].flatMap((section) => /^## (.+)/.exec(section)?.[1] ?? []);
  const title = `${options.title} API guide`;
  const { page, yaml, json } = documentationPaths;
  return htmlPage({
    title,
    body: `  <main class="guide">
<p><a href="${page}">Operations</a> · <a href="${yaml}">OpenAPI (YAML)</a> · <a href="${json}">OpenAPI (JSON)</a></p>
<h1>${title}</h1>
<p>${inline(options.introduction)}</p>
<nav aria-label="Sections"><ul>
${headings.map((heading) => `<li><a href="#${anchorOf(heading)}">${inline(heading)}</a></li>`).join('\n')}
</ul></nav>
${markdown(beforeErrorTable.join('\n\n'))}
${errorTable(options.errors)}
${markdown(afterErrorTable.join('\n\n'))}
  </main>`,
  });
}

const errorTable = (errors: readonly HttpError[]) => `<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code and meaning</th></tr></thead>
<tbody>
${errors.map(errorRow).join('\n')}
</tbody>
</table>`;

const errorRow = ({ code, status, meaning }: HttpError) =>
  `<tr id="${code}"><td>${status}</td><td><div><a href="#${code}"><code>${code}</code></a> <span>${inline(meaning)}</span></div></td></tr>`;
