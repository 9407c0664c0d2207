// For the contracts of repositories: checks that need no test framework, and unusual values.
export { expectSame, rejectionOf } from './expect-same.ts';
export { unusualTexts } from './unusual-texts.ts';
