export {};
//# sourceMappingURL=operations.spec.d.ts.map