export {};
//# sourceMappingURL=base62.spec.d.ts.map