export {};
//# sourceMappingURL=collect-errors.spec.d.ts.map