import { DomainError, InvalidValue, type KernelErrorCode } from '@petstore/kernel';
import { ErrorCatalogue } from './error-catalogue.ts';
import { defineErrors, type HttpError } from './http-error.ts';
import { platformErrors } from './platform-errors.ts';

const { tree_not_found: treeNotFound } = defineErrors({
  tree_not_found: { status: 404, meaning: 'There is no tree with this id.' },
});

class TreeError extends DomainError<string> {
  constructor(readonly code: string) {
    super('a tree');
  }
}

describe('ErrorCatalogue', () => {
  it('contains the errors of the platform and of the parts, ordered by status', () => {
    const { all } = new ErrorCatalogue({ tree_not_found: treeNotFound });
    expect(all).toHaveLength(Object.keys(platformErrors).length + 1);
    expect(all).toEqual(expect.arrayContaining([treeNotFound, ...Object.values(platformErrors)]));
    const statuses = all.map(({ status }) => status);
    expect(statuses).toEqual([...statuses].sort());
  });

  it('finds the HTTP error by the code of the domain error, and returns undefined for a code that no part maps', () => {
    const errors = new ErrorCatalogue({ tree_not_found: treeNotFound, invalid_tree: platformErrors.invalid_body });
    expect(errors.forDomainError(new TreeError('tree_not_found'))).toBe(treeNotFound);
    expect(errors.forDomainError(new TreeError('invalid_tree'))).toBe(platformErrors.invalid_body);
    const kernelCode: KernelErrorCode = 'invalid_page_limit';
    expect(errors.forDomainError(new TreeError(kernelCode))).toBe(platformErrors.invalid_parameter);
    for (const code of ['unknown', 'toString', 'constructor', '__proto__', '']) {
      expect(errors.forDomainError(new TreeError(code))).toBeUndefined();
    }
  });

  it('returns invalid_body for an InvalidValue whose code no part maps', () => {
    expect(new ErrorCatalogue().forDomainError(new InvalidValue('invalid_leaf', 'leaf', 7, 'green'))).toBe(
      platformErrors.invalid_body,
    );
  });

  it('contains the headers that a part adds to an error of the platform', () => {
    const withHeaders = { ...platformErrors.missing_api_key, headers: { 'WWW-Authenticate': 'Bearer realm="trees"' } };
    expect(new ErrorCatalogue({ missing_api_key: withHeaders }).all).toContain(withHeaders);
    // An entry with another code does not declare the error.
    const other = { tree_locked: platformErrors.missing_api_key };
    expect(new ErrorCatalogue(other, { missing_api_key: withHeaders }).all).toContain(withHeaders);
  });

  it.each<[string, HttpError]>([
    ['status', { ...treeNotFound, status: 410 }],
    ['meaning', { ...treeNotFound, meaning: 'Another meaning.' }],
  ])('throws when two parts give one code a different %s', (_what, other) => {
    const [one, two] = [{ tree_not_found: treeNotFound }, { unknown_tree: other }];
    const described = ({ status, meaning }: HttpError) => `tree_not_found, ${status}, "${meaning}"`;
    expect(() => new ErrorCatalogue(one, two)).toThrow(
      `tree_not_found is declared twice: ${described(treeNotFound)} and ${described(other)}`,
    );
  });

  it('throws when two parts map one domain error differently', () => {
    const [one, two] = [
      { invalid_tree: platformErrors.invalid_body },
      { invalid_tree: platformErrors.invalid_parameter },
    ];
    expect(() => new ErrorCatalogue(one, two)).toThrow('invalid_tree is declared twice');
  });

  it('does not compile when a mapping lacks a code', () => {
    type TreeErrorCode = 'tree_not_found' | 'invalid_tree';
    // @ts-expect-error invalid_tree is not mapped
    const incomplete: Record<TreeErrorCode, HttpError> = { tree_not_found: treeNotFound };
    expect(Object.keys(incomplete)).toEqual(['tree_not_found']);
  });
});
