export {};
//# sourceMappingURL=api-key-atomicity.integration.spec.d.ts.map