/** Keywords for readers and generated documentation. They do not change which requests and responses are valid. */
export const annotationKeys: readonly string[] = [
  ...['summary', 'description', 'title', 'externalDocs', 'example', 'examples', '$comment'],
  ...['x-codeSamples', 'x-displayName', 'x-logo', 'x-tagGroups'],
];
