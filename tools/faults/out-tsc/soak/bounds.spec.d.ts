export {};
//# sourceMappingURL=bounds.spec.d.ts.map