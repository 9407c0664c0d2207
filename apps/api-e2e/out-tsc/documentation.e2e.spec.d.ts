export {};
//# sourceMappingURL=documentation.e2e.spec.d.ts.map