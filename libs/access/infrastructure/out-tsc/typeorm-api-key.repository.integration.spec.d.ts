export {};
//# sourceMappingURL=typeorm-api-key.repository.integration.spec.d.ts.map