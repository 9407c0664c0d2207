export {};
//# sourceMappingURL=invalid-value.spec.d.ts.map