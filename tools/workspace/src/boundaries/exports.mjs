/** The condition of `exports` that names the TypeScript source of an entry. */
const sourceCondition = '@petstore/source';

/**
 * Resolves an entry of a package as Node does: an exact entry, or else the pattern with the longest text before its `*`. The
 * target `null` excludes files from a pattern.
 * @param {import('./projects.mjs').Manifest['exports']} entries `exports` of the `package.json`
 * @param {string} subpath path after the name of the package, without `/` at its start; empty for the main entry
 * @returns {string | undefined} path of the source relative to the package; undefined if the package does not export it
 */
export function sourceOf(entries = {}, subpath) {
  const wanted = subpath === '' ? '.' : `./${subpath}`;
  if (Object.hasOwn(entries, wanted)) return targetOf(entries[wanted]);
  const patterns = Object.keys(entries)
    .map((pattern) => {
      const [start = '', end] = pattern.split('*');
      return { pattern, start, end };
    })
    .filter(({ start, end }) => end !== undefined && isBetween(wanted, start, end))
    .sort((a, b) => b.start.length - a.start.length || b.pattern.length - a.pattern.length);
  const [found] = patterns;
  if (!found) return undefined;
  const matched = wanted.slice(found.start.length, wanted.length - (found.end?.length ?? 0));
  return targetOf(entries[found.pattern])?.replace('*', matched);
}

/**
 * @param {string} text
 * @param {string} start
 * @param {string} end
 */
function isBetween(text, start, end) {
  return text.length > start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/**
 * @param {unknown} target
 * @returns {string | undefined}
 */
function targetOf(target) {
  if (typeof target === 'string') return target;
  const source = /** @type {Record<string, unknown> | null | undefined} */ (target)?.[sourceCondition];
  return typeof source === 'string' ? source : undefined;
}
