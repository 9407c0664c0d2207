import { completeDocument } from './complete-document.ts';

const documentWith = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'Cats', version: '1.0.0' },
  paths: { '/cats': { get: { operationId: 'listCats', responses: {}, ...operation } } },
  components: {},
});
const catGone = { code: 'cat_gone', status: 410, meaning: 'The cat is gone.' };

it('refuses an operation that does not declare its errors, and says what to add', () => {
  expect(() => completeDocument(documentWith({}), [])).toThrow(
    'Add @ApiErrors(…), with its error codes, to listCats in its *.controller.ts',
  );
});

it('refuses an error that no feature defines, and says what to add', () => {
  const document = documentWith({ 'x-errors': ['cat_gone'] });
  expect(() => completeDocument(document, [])).toThrow('Add cat_gone of listCats to the errors of a *.feature.ts');
  const { paths } = completeDocument(document, [catGone]);
  expect(paths['/cats']!.get!.responses['410']).toBeDefined();
});
