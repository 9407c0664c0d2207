const { DOCUMENT = 'http://127.0.0.1:3000/openapi.json' } = process.env;

export default {
  petstore: {
    input: DOCUMENT,
    output: {
      target: 'petstore.ts',
      client: 'fetch',
      // The first entry of `servers` is relative, the second one is absolute.
      baseUrl: { getBaseUrlFromSpecification: true, index: 1 },
    },
  },
};
