export {};
//# sourceMappingURL=cors.spec.d.ts.map