export {};
//# sourceMappingURL=error.filter.spec.d.ts.map