export {};
//# sourceMappingURL=int64.spec.d.ts.map