export {};
//# sourceMappingURL=pool.integration.spec.d.ts.map