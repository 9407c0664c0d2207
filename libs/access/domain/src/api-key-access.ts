export const apiKeyAccessLevels = ['full', 'read-only'] as const;

/** What a key may do. A `read-only` key may call operations that read. A `full` key may call every operation. */
export type ApiKeyAccess = (typeof apiKeyAccessLevels)[number];
