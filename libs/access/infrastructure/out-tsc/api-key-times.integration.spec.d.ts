export {};
//# sourceMappingURL=api-key-times.integration.spec.d.ts.map