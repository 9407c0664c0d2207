export {};
//# sourceMappingURL=check-key.spec.d.ts.map