import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/**
 * Keeps only the positions in some of the sources of a source map. With the positions in packages, the first error that the service logs blocks the event loop for
 * a second, because Node decodes the whole map of a chunk.
 * @param isKept gets the path of a source, as it is in the map
 */
export function keepSources(text: string, isKept: (source: string) => boolean): string {
  const map = JSON.parse(text) as SourceMap;
  const kept = map.sources.map(isKept);
  const lines = decode(map.mappings).map((segments) =>
    segments
      .map((segment): SourceMapSegment => (segment.length > 1 && !kept[segment[1]!] ? [segment[0]] : segment))
      .filter((segment, index, all) => segment.length > 1 || index === 0 || all[index - 1]!.length > 1),
  );
  const sources = map.sources.map((source, index) => (kept[index] ? source : ''));
  return JSON.stringify({ ...map, sources, mappings: encode(lines) });
}
