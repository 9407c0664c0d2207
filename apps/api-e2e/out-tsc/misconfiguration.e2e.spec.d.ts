export {};
//# sourceMappingURL=misconfiguration.e2e.spec.d.ts.map