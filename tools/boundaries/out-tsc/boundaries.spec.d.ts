export {};
//# sourceMappingURL=boundaries.spec.d.ts.map