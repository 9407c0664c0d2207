import type { Rule } from './rule.ts';
import { documentRules } from './document-rules.ts';
import { inBothDirections } from './effect.ts';
import { memberRules } from './member-rules.ts';
import { messageRules } from './message-rules.ts';
import { operationRules } from './operation-rules.ts';
import { structureRules } from './structure-rules.ts';
import { valueRules } from './value-rules.ts';

/** All rules. A difference that no rule classifies is breaking. */
export const rules: readonly Rule[] = [
  ...operationRules,
  ...messageRules,
  ...memberRules,
  ...[...valueRules, ...structureRules].flatMap(inBothDirections),
  ...documentRules,
];
