export {};
//# sourceMappingURL=verify-key.spec.d.ts.map