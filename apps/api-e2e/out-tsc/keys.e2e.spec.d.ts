export {};
//# sourceMappingURL=keys.e2e.spec.d.ts.map