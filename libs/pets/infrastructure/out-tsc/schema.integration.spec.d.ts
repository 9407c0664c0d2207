export {};
//# sourceMappingURL=schema.integration.spec.d.ts.map