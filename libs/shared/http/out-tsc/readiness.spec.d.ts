export {};
//# sourceMappingURL=readiness.spec.d.ts.map