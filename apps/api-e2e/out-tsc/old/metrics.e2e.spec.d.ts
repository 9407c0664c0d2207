export {};
//# sourceMappingURL=metrics.e2e.spec.d.ts.map