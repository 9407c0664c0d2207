export {};
//# sourceMappingURL=seed.e2e.spec.d.ts.map