// For tests of updates: the keys of earlier releases.
export { issueKey100, rotateKey100, verifyKey100 } from './release-1.0.0.ts';
