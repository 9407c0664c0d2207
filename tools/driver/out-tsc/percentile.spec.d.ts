export {};
//# sourceMappingURL=percentile.spec.d.ts.map