export {};
//# sourceMappingURL=operations.e2e.spec.d.ts.map