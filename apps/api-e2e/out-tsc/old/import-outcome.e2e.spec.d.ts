export {};
//# sourceMappingURL=import-outcome.e2e.spec.d.ts.map