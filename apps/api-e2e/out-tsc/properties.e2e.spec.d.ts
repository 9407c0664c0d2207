export {};
//# sourceMappingURL=properties.e2e.spec.d.ts.map