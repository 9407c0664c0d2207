export {};
//# sourceMappingURL=petstore-client.spec.d.ts.map