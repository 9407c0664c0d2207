export {};
//# sourceMappingURL=metrics.spec.d.ts.map