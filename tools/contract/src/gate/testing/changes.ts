import { changesBetween, type Change } from '../classify.ts';
import { buildModel } from '../model/build-model.ts';
import { sampleDocument, type Editable } from './sample-document.ts';

/** Compares the sample document with an edited copy. */
export async function changesAfter(
  edit: (document: Editable) => void,
  { prepare, today = '2026-11-22' }: { prepare?: (document: Editable) => void; today?: string } = {},
): Promise<Change[]> {
  const before = sampleDocument();
  prepare?.(before);
  const after = structuredClone(before);
  edit(after);
  return changesBetween(await buildModel(before), await buildModel(after), today);
}
