export {};
//# sourceMappingURL=documentation.spec.d.ts.map