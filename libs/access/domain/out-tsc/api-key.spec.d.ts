export {};
//# sourceMappingURL=api-key.spec.d.ts.map