export {};
//# sourceMappingURL=read-only-key.spec.d.ts.map