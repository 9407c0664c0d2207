export {};
//# sourceMappingURL=key-outcome.e2e.spec.d.ts.map