export {};
//# sourceMappingURL=deprecation.spec.d.ts.map