export {};
//# sourceMappingURL=in-memory-api-key.repository.spec.d.ts.map