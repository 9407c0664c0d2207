export {};
//# sourceMappingURL=upgrade.e2e.spec.d.ts.map