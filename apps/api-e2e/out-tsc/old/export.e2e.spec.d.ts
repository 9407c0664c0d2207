export {};
//# sourceMappingURL=export.e2e.spec.d.ts.map